<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Data;
use Bundlewire\Resource;

/** The rows of a batch by network, bundle, state and reason. */
final class BatchBreakdown extends Resource
{
    public readonly string $batchId;
    /** @var list<BatchOutcome> One for each network, bundle, state and reason. Each row is in exactly one. */
    public readonly array $outcomes;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->batchId = $data->string('batch_id');
        $this->outcomes = $data->objects('outcomes', static fn (Data $one): BatchOutcome => new BatchOutcome($one));
    }
}
