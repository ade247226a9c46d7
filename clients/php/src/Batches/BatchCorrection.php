<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Data;
use Bundlewire\Resource;

/** A phone number that was corrected. */
final class BatchCorrection extends Resource
{
    /** Line of the file, or row of the sheet. */
    public readonly int $line;
    /** The column's name in your file. */
    public readonly ?string $column;
    /** The cell, as in the file. */
    public readonly string $from;
    /** The corrected number. */
    public readonly string $to;
    /** What was wrong with the number, such as `lost_plus`. */
    public readonly string $damage;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->line = $data->int('line');
        $this->column = $data->stringOrNull('column');
        $this->from = $data->string('from');
        $this->to = $data->string('to');
        $this->damage = $data->string('damage');
    }
}
