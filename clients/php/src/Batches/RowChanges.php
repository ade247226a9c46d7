<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Data;
use Bundlewire\Resource;

/** What you changed in a row after the upload. What is null is as in the file. */
final class RowChanges extends Resource
{
    public readonly ?string $phoneNumber;
    public readonly ?string $bundleId;
    public readonly ?int $dataMb;
    public readonly ?int $validityHours;
    /** Whether nothing is bought for the row. */
    public readonly bool $dropped;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->phoneNumber = $data->stringOrNull('phone_number');
        $this->bundleId = $data->stringOrNull('bundle_id');
        $this->dataMb = $data->intOrNull('data_mb');
        $this->validityHours = $data->intOrNull('validity_hours');
        $this->dropped = $data->bool('dropped');
    }
}
