<?php

declare(strict_types=1);

namespace Bundlewire\Purchases;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Why a purchase failed. Nothing was charged. */
final class Failure extends Resource
{
    /** New codes may be added. If you do not know a code, use `message`. */
    public readonly string $code;
    /** The reason in words, for people. */
    public readonly string $message;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->code = $data->string('code');
        $this->message = $data->string('message');
    }
}
