<?php

declare(strict_types=1);

namespace Bundlewire\Purchases;

use Bundlewire\Data;
use Bundlewire\Resource;

/** The confirmation of the network. */
final class Delivery extends Resource
{
    public readonly \DateTimeImmutable $confirmedAt;
    /** The network's own reference, if it provides one. */
    public readonly ?string $networkReference;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->confirmedAt = $data->time('confirmed_at');
        $this->networkReference = $data->stringOrNull('network_reference');
    }
}
