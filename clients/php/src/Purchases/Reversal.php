<?php

declare(strict_types=1);

namespace Bundlewire\Purchases;

use Bundlewire\Data;
use Bundlewire\Resource;

/** A delivery that the network reversed. You were refunded. */
final class Reversal extends Resource
{
    public readonly \DateTimeImmutable $reversedAt;
    /** The reason that the network gave, for people. */
    public readonly string $reason;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->reversedAt = $data->time('reversed_at');
        $this->reason = $data->string('reason');
    }
}
