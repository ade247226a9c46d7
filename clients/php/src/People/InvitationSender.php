<?php

declare(strict_types=1);

namespace Bundlewire\People;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Who sent an invitation. */
final class InvitationSender extends Resource
{
    /** `key` or `person`. */
    public readonly string $kind;
    public readonly string $id;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->kind = $data->string('kind');
        $this->id = $data->string('id');
    }
}
