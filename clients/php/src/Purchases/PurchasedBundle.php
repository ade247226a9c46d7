<?php

declare(strict_types=1);

namespace Bundlewire\Purchases;

use Bundlewire\Data;
use Bundlewire\Resource;

/** A bundle as it was when you bought it. */
final class PurchasedBundle extends Resource
{
    public readonly string $id;
    /** Name as shown to the customer. */
    public readonly string $name;
    /** Data allowance in megabytes (1 GB is 1024 MB). */
    public readonly int $dataMb;
    /** How many hours the customer has to use the data. */
    public readonly int $validityHours;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->name = $data->string('name');
        $this->dataMb = $data->int('data_mb');
        $this->validityHours = $data->int('validity_hours');
    }
}
