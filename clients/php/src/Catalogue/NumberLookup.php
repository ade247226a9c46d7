<?php

declare(strict_types=1);

namespace Bundlewire\Catalogue;

use Bundlewire\Data;
use Bundlewire\Resource;

/** The network of a phone number today, with porting. */
final class NumberLookup extends Resource
{
    public readonly string $phoneNumber;
    public readonly string $networkId;
    /** Whether the number has moved away from the network of its prefix. */
    public readonly bool $ported;
    public readonly \DateTimeImmutable $lookedUpAt;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->phoneNumber = $data->string('phone_number');
        $this->networkId = $data->string('network_id');
        $this->ported = $data->bool('ported');
        $this->lookedUpAt = $data->time('looked_up_at');
    }
}
