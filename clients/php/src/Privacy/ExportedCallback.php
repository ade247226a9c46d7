<?php

declare(strict_types=1);

namespace Bundlewire\Privacy;

use Bundlewire\Data;
use Bundlewire\Resource;

/** A callback of a gateway about the number. */
final class ExportedCallback extends Resource
{
    public readonly string $networkId;
    public readonly \DateTimeImmutable $receivedAt;
    /** What the gateway sent. */
    public readonly string $body;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->networkId = $data->string('network_id');
        $this->receivedAt = $data->time('received_at');
        $this->body = $data->string('body');
    }
}
