<?php

declare(strict_types=1);

namespace Bundlewire\Privacy;

use Bundlewire\Data;
use Bundlewire\Resource;

/** A row of a campaign that names the number. */
final class ExportedRow extends Resource
{
    public readonly string $batchId;
    /** Line of the row in your file. */
    public readonly int $line;
    /** @var list<ExportedCell> */
    public readonly array $cells;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->batchId = $data->string('batch_id');
        $this->line = $data->int('line');
        $this->cells = $data->objects('cells', static fn (Data $one): ExportedCell => new ExportedCell($one));
    }
}
