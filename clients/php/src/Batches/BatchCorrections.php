<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Phone numbers that were corrected. */
final class BatchCorrections extends Resource
{
    /** `none`, `proposed`, `accepted` or `rejected`. Accept or reject proposed corrections before you start. */
    public readonly string $state;
    /** Number of rows with a corrected phone number. */
    public readonly int $count;
    /** @var list<BatchCorrection> The first 20 corrections; the rows have all of them. */
    public readonly array $first;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->state = $data->string('state');
        $this->count = $data->int('count');
        $this->first = $data->objects('first', static fn (Data $one): BatchCorrection => new BatchCorrection($one));
    }
}
