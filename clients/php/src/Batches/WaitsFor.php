<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Data;
use Bundlewire\Resource;

/** What a batch waits for that is not paused. */
final class WaitsFor extends Resource
{
    /** `start_time` or `quiet_hours`. More may be added. */
    public readonly string $code;
    public readonly string $message;
    /** When the batch continues by itself; null if it never does. */
    public readonly ?\DateTimeImmutable $until;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->code = $data->string('code');
        $this->message = $data->string('message');
        $this->until = $data->timeOrNull('until');
    }
}
