<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Data;
use Bundlewire\Money;
use Bundlewire\Resource;

/** A campaign: one CSV file whose rows are bought as purchases. `raw` has the settings of the upload. */
final class Batch extends Resource
{
    public readonly string $id;
    public readonly string $reference;
    public readonly BatchStatus $status;
    public readonly BatchCounts $counts;
    /** Cost of all valid rows, at the prices at the check. */
    public readonly Money $cost;
    /** What your account can spend now. */
    public readonly Money $available;
    /** What your balance lacks for the rows that wait. */
    public readonly Money $shortfall;
    /** @var list<Note> What is unusual in the file. */
    public readonly array $notices;
    /** @var list<Note> The first 20 errors; the rows have all of them. */
    public readonly array $errors;
    /** @var list<Note> The first 20 warnings. */
    public readonly array $warnings;
    /** Why the batch is paused. */
    public readonly ?Note $pause;
    /** Why the file was rejected. */
    public readonly ?Note $rejection;
    public readonly \DateTimeImmutable $createdAt;
    public readonly ?\DateTimeImmutable $startedAt;
    public readonly ?\DateTimeImmutable $estimatedCompletionAt;
    /** When the batch was completed, cancelled or rejected. */
    public readonly ?\DateTimeImmutable $completedAt;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $note = static fn (Data $one): Note => new Note($one);
        $this->id = $data->string('id');
        $this->reference = $data->string('reference');
        $this->status = BatchStatus::of($data->string('status'));
        $this->counts = new BatchCounts($data->object('counts'));
        $this->cost = new Money($data->object('cost'));
        $this->available = new Money($data->object('available'));
        $this->shortfall = new Money($data->object('shortfall'));
        $this->notices = $data->objects('notices', $note);
        $this->errors = $data->objects('errors', $note);
        $this->warnings = $data->objects('warnings', $note);
        $this->pause = ($pause = $data->objectOrNull('pause')) === null ? null : new Note($pause);
        $this->rejection = ($rejection = $data->objectOrNull('rejection')) === null ? null : new Note($rejection);
        $this->createdAt = $data->time('created_at');
        $this->startedAt = $data->timeOrNull('started_at');
        $this->estimatedCompletionAt = $data->timeOrNull('estimated_completion_at');
        $this->completedAt = $data->timeOrNull('completed_at');
    }

    /** Whether nothing more happens, apart from reversals by a network. */
    public function hasEnded(): bool
    {
        return match ($this->status) {
            BatchStatus::Completed, BatchStatus::Rejected => true,
            BatchStatus::Canceled => $this->counts->pending === 0,
            default => false,
        };
    }
}
