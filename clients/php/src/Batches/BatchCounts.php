<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Rows by outcome. `rows` is the sum of all others except `valid` and `duplicates`. */
final class BatchCounts extends Resource
{
    public readonly int $rows;
    /** Rows that can be bought: `rows` minus `invalid`. */
    public readonly int $valid;
    public readonly int $invalid;
    public readonly int $waiting;
    public readonly int $refused;
    public readonly int $pending;
    public readonly int $successful;
    public readonly int $failed;
    public readonly int $reversed;
    /** Rows that repeat an earlier purchase or row. With `on_duplicate` `skip`, `refused` has them too. */
    public readonly int $duplicates;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->rows = $data->int('rows');
        $this->valid = $data->int('valid');
        $this->invalid = $data->int('invalid');
        $this->waiting = $data->int('waiting');
        $this->refused = $data->int('refused');
        $this->pending = $data->int('pending');
        $this->successful = $data->int('successful');
        $this->failed = $data->int('failed');
        $this->reversed = $data->int('reversed');
        $this->duplicates = $data->intOrNull('duplicates') ?? 0;
    }
}
