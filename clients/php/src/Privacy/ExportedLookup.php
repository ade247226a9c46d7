<?php

declare(strict_types=1);

namespace Bundlewire\Privacy;

use Bundlewire\Data;
use Bundlewire\Resource;

/** A stored look-up of the number. */
final class ExportedLookup extends Resource
{
    public readonly string $networkId;
    public readonly \DateTimeImmutable $lookedUpAt;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->networkId = $data->string('network_id');
        $this->lookedUpAt = $data->time('looked_up_at');
    }
}
