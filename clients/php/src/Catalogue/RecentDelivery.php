<?php

declare(strict_types=1);

namespace Bundlewire\Catalogue;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Time from accepting a purchase to the confirmation by the network, in seconds. */
final class RecentDelivery extends Resource
{
    public readonly int|float $medianSeconds;
    public readonly int|float $p95Seconds;
    /** Length of the window that was measured, in minutes. */
    public readonly int|float $windowMinutes;
    /** Number of purchases that were measured. */
    public readonly int $sampleSize;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->medianSeconds = $data->number('median_seconds');
        $this->p95Seconds = $data->number('p95_seconds');
        $this->windowMinutes = $data->number('window_minutes');
        $this->sampleSize = $data->int('sample_size');
    }
}
