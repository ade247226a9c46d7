<?php

declare(strict_types=1);

namespace Bundlewire\Recurring;

use Bundlewire\Data;
use Bundlewire\Money;
use Bundlewire\Resource;

/** A batch that is bought repeatedly, on a schedule. */
final class RecurringBatch extends Resource
{
    public readonly string $id;
    /** Your own name for it. */
    public readonly string $reference;
    /** The batch whose rows each run buys. */
    public readonly string $batchId;
    /** `active`, `paused` or `deleted`. More may be added. */
    public readonly string $status;
    /** IANA name of the time zone. */
    public readonly string $timeZone;
    /** Time of the day on its clocks. */
    public readonly string $at;
    /** @var list<int> Days of the week, 1 for Monday; empty for every day. */
    public readonly array $weekdays;
    /** @var list<int> Days of the month; empty for every day. */
    public readonly array $monthDays;
    /** No run begins after this time; null for no end. */
    public readonly ?\DateTimeImmutable $endsAt;
    /** The most that one run may cost. */
    public readonly Money $approvedCost;
    /** Rows are held back that your account bought within this many hours; 0 for none. */
    public readonly int $duplicateWindowHours;
    /** @var list<\DateTimeImmutable> Up to 10 next runs; empty unless it is active. */
    public readonly array $nextRuns;
    /** @var list<RecurringBatchRun> Up to 10 last runs, newest first. */
    public readonly array $lastRuns;
    public readonly \DateTimeImmutable $createdAt;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->reference = $data->string('reference');
        $this->batchId = $data->string('batch_id');
        $this->status = $data->string('status');
        $this->timeZone = $data->string('time_zone');
        $this->at = $data->string('at');
        $this->weekdays = $data->ints('weekdays');
        $this->monthDays = $data->ints('month_days');
        $this->endsAt = $data->timeOrNull('ends_at');
        $this->approvedCost = new Money($data->object('approved_cost'));
        $this->duplicateWindowHours = $data->int('duplicate_window_hours');
        $this->nextRuns = $data->times('next_runs');
        $this->lastRuns = $data->objects('last_runs', static fn (Data $run): RecurringBatchRun => new RecurringBatchRun($run));
        $this->createdAt = $data->time('created_at');
    }
}
