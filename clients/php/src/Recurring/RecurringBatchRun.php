<?php

declare(strict_types=1);

namespace Bundlewire\Recurring;

use Bundlewire\Data;
use Bundlewire\Resource;

/** One time of the calendar. */
final class RecurringBatchRun extends Resource
{
    /** The time of the calendar. */
    public readonly \DateTimeImmutable $scheduledAt;
    /** `starting`, `started` or `skipped`. More may be added. */
    public readonly string $outcome;
    /** The batch of the run; null if none was made. */
    public readonly ?string $batchId;
    /** Why the run was skipped; otherwise null. */
    public readonly ?RecurringBatchSkip $skip;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->scheduledAt = $data->time('scheduled_at');
        $this->outcome = $data->string('outcome');
        $this->batchId = $data->stringOrNull('batch_id');
        $this->skip = ($skip = $data->objectOrNull('skip')) === null ? null : new RecurringBatchSkip($skip);
    }
}
