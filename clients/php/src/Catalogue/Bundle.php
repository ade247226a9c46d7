<?php

declare(strict_types=1);

namespace Bundlewire\Catalogue;

use Bundlewire\Data;
use Bundlewire\Money;
use Bundlewire\Resource;

/** A data bundle that you can buy. */
final class Bundle extends Resource
{
    public readonly string $id;
    public readonly string $networkId;
    public readonly string $name;
    /** Data allowance in megabytes (1 GB is 1024 MB). */
    public readonly int $dataMb;
    public readonly int $validityHours;
    /** Your contracted price. */
    public readonly Money $price;
    /** Whether you can buy the bundle now. */
    public readonly bool $available;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->networkId = $data->string('network_id');
        $this->name = $data->string('name');
        $this->dataMb = $data->int('data_mb');
        $this->validityHours = $data->int('validity_hours');
        $this->price = new Money($data->object('price'));
        $this->available = $data->bool('available');
    }
}
