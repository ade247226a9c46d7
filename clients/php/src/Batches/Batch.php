<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Data;
use Bundlewire\Money;
use Bundlewire\Resource;

/** A campaign: one file whose rows are bought as purchases. */
final class Batch extends Resource
{
    public readonly string $id;
    public readonly string $reference;
    public readonly BatchStatus $status;
    /** `scheduled` if it waits for its start, otherwise as `status`. More stages may be added. */
    public readonly ?string $stage;
    /** Why nothing is bought now, and until when; null if it waits for no time. */
    public readonly ?WaitsFor $waitsFor;
    /** `auto`: it starts after the check. `manual`: it waits for start(). */
    public readonly ?string $start;
    /** `skip`: rows with errors are not bought. `reject`: one such row rejects the whole file. */
    public readonly ?string $onInvalid;
    /** `pause`: it pauses if the balance does not cover a row. `fail`: such rows are not bought. */
    public readonly ?string $onInsufficientBalance;
    /** Nothing is bought before this time; null if you sent none. */
    public readonly ?\DateTimeImmutable $notBefore;
    /** The hours in which rows are bought, in the local time of the recipient; null for any hour. */
    public readonly ?string $sendBetween;
    /** Counts the changes of its rows after the upload. */
    public readonly ?int $revision;
    /** The recurring batch that made it; null if you uploaded it. */
    public readonly ?string $recurringBatchId;
    /** Who uploaded it; null if that is not known, and for runs of a recurring batch. */
    public readonly ?BatchOwner $owner;
    /** What people wrote about it; null for nothing. */
    public readonly ?string $note;
    /** To which of your cost centres it is charged; null for none. */
    public readonly ?string $costCentre;
    /** When it was archived; null if it is not. An archived batch is like any other. */
    public readonly ?\DateTimeImmutable $archivedAt;
    /** The batch whose rows this one tries again; null for an upload. */
    public readonly ?string $retryOf;
    public readonly BatchCounts $counts;
    /** Cost of all valid rows, at the prices at the check. */
    public readonly Money $cost;
    /** What you were charged for its purchases. Refunds are not taken off. */
    public readonly ?Money $charged;
    /** What you got back for reversed purchases. */
    public readonly ?Money $refunded;
    /** Price of its purchases that are pending. */
    public readonly ?Money $held;
    /** `cost` = `charged` - `refunded` + `held` + `notSpent`. Negative if prices rose after the check. */
    public readonly ?Money $notSpent;
    /** The cost that was approved at the start: the batch never spends more. Null if none was sent. */
    public readonly ?Money $approvedCost;
    /** Until then, rows are bought at the prices of the check. Null if the prices of the day apply. */
    public readonly ?\DateTimeImmutable $pricesLockedUntil;
    /** SHA-256 of the file, in hex; null until the whole file was received. */
    public readonly ?string $fileSha256;
    /** What your account can spend now. */
    public readonly Money $available;
    /** The amount that you must add to buy all waiting rows; 0 if your balance is sufficient. */
    public readonly Money $shortfall;
    /** The rows are compared with the purchases of your account in this many hours before. 0: not compared. */
    public readonly int $duplicateWindowHours;
    /** `skip`: duplicates are held back. `buy`: they are bought, with a warning. */
    public readonly ?string $onDuplicate;
    /** The sheet of the workbook that was read; null for other files. */
    public readonly ?string $sheet;
    /** @var list<string> The sheets of the workbook that have rows; empty for other files. */
    public readonly array $sheets;
    /** @var list<Note> What is unusual in the file. */
    public readonly array $notices;
    /** @var list<Note> The first 20 errors; the rows have all of them. */
    public readonly array $errors;
    /** Number of rows with warnings. */
    public readonly int $warned;
    /** @var list<Note> The first 20 warnings. */
    public readonly array $warnings;
    /** @var list<Note> The first 20 duplicates that the check found. */
    public readonly array $duplicates;
    /** Phone numbers that were corrected, with `repair`. */
    public readonly ?BatchCorrections $corrections;
    /** Why the batch is paused. */
    public readonly ?Note $pause;
    /** Why the file was rejected. */
    public readonly ?Note $rejection;
    public readonly \DateTimeImmutable $createdAt;
    /** When every row had been checked. */
    public readonly ?\DateTimeImmutable $validatedAt;
    public readonly ?\DateTimeImmutable $startedAt;
    public readonly ?\DateTimeImmutable $estimatedCompletionAt;
    /** Why there is no estimate; null if there is one, and after the end. */
    public readonly ?Note $noEstimate;
    /** When the batch was completed, cancelled or rejected. */
    public readonly ?\DateTimeImmutable $completedAt;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $note = static fn (Data $one): Note => new Note($one);
        $this->id = $data->string('id');
        $this->reference = $data->string('reference');
        $this->status = BatchStatus::of($data->string('status'));
        $this->stage = $data->stringOrNull('stage');
        $waitsFor = $data->objectOrNull('waits_for');
        $this->waitsFor = $waitsFor === null ? null : new WaitsFor($waitsFor);
        $this->start = $data->stringOrNull('start');
        $this->onInvalid = $data->stringOrNull('on_invalid');
        $this->onInsufficientBalance = $data->stringOrNull('on_insufficient_balance');
        $this->notBefore = $data->timeOrNull('not_before');
        $this->sendBetween = $data->stringOrNull('send_between');
        $this->revision = $data->intOrNull('revision');
        $this->recurringBatchId = $data->stringOrNull('recurring_batch_id');
        $owner = $data->objectOrNull('owner');
        $this->owner = $owner === null ? null : new BatchOwner($owner);
        $this->note = $data->stringOrNull('note');
        $this->costCentre = $data->stringOrNull('cost_centre');
        $this->archivedAt = $data->timeOrNull('archived_at');
        $this->retryOf = $data->stringOrNull('retry_of');
        $this->counts = new BatchCounts($data->object('counts'));
        $this->cost = new Money($data->object('cost'));
        $this->charged = self::money($data, 'charged');
        $this->refunded = self::money($data, 'refunded');
        $this->held = self::money($data, 'held');
        $this->notSpent = self::money($data, 'not_spent');
        $this->approvedCost = self::money($data, 'approved_cost');
        $this->pricesLockedUntil = $data->timeOrNull('prices_locked_until');
        $this->fileSha256 = $data->stringOrNull('file_sha256');
        $this->available = new Money($data->object('available'));
        $this->shortfall = new Money($data->object('shortfall'));
        $this->duplicateWindowHours = $data->intOrNull('duplicate_window_hours') ?? 0;
        $this->onDuplicate = $data->stringOrNull('on_duplicate');
        $this->sheet = $data->stringOrNull('sheet');
        $this->sheets = $data->has('sheets') ? $data->texts('sheets') : [];
        $this->notices = $data->objects('notices', $note);
        $this->errors = $data->objects('errors', $note);
        $this->warned = $data->intOrNull('warned') ?? 0;
        $this->warnings = $data->objects('warnings', $note);
        $this->duplicates = $data->has('duplicates') ? $data->objects('duplicates', $note) : [];
        $corrections = $data->objectOrNull('corrections');
        $this->corrections = $corrections === null ? null : new BatchCorrections($corrections);
        $this->pause = ($pause = $data->objectOrNull('pause')) === null ? null : new Note($pause);
        $this->rejection = ($rejection = $data->objectOrNull('rejection')) === null ? null : new Note($rejection);
        $this->createdAt = $data->time('created_at');
        $this->validatedAt = $data->timeOrNull('validated_at');
        $this->startedAt = $data->timeOrNull('started_at');
        $this->estimatedCompletionAt = $data->timeOrNull('estimated_completion_at');
        $none = $data->objectOrNull('no_estimate');
        $this->noEstimate = $none === null ? null : new Note($none);
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

    private static function money(Data $data, string $field): ?Money
    {
        return ($money = $data->objectOrNull($field)) === null ? null : new Money($money);
    }
}
