<?php

declare(strict_types=1);

namespace Bundlewire\Recurring;

use Bundlewire\Data;
use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Http\Call;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;
use Bundlewire\Money;

/** Batches that are bought repeatedly, on a schedule. Each run makes a new batch. */
final class RecurringBatches
{
    private const KIND = 'recurring-batches';

    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Buys the rows of a checked batch again at each time of a calendar. The same reference with the same fields returns the
     * first recurring batch.
     *
     * @param string $reference your own unique name, up to 35 characters
     * @param string $timeZone such as `Africa/Lagos`
     * @param string $at time of the day on the clocks of $timeZone, such as `08:00`
     * @param Money|array{amount: int, currency: string} $approvedCost a run that would cost more is skipped
     * @param ?list<int> $weekdays 1 for Monday to 7 for Sunday; null for every day
     * @param ?list<int> $monthDays null for every day; a month without the day has no run
     * @param \DateTimeInterface|string|null $endsAt no run begins after this time; null for no end
     * @param ?int $duplicateWindowHours holds back rows that your account bought within this many hours
     * @throws \Bundlewire\Exception\OutcomeUnknownException when it is unknown whether it was created
     */
    public function create(
        string $reference,
        string $batchId,
        string $timeZone,
        string $at,
        Money|array $approvedCost,
        ?array $weekdays = null,
        ?array $monthDays = null,
        \DateTimeInterface|string|null $endsAt = null,
        ?int $duplicateWindowHours = null,
    ): RecurringBatch {
        if ($reference === '') {
            throw new InvalidArgumentException('The reference is empty. Use your own name for the recurring batch.');
        }
        $fields = [
            'reference' => $reference,
            'batch_id' => $batchId,
            'time_zone' => $timeZone,
            'at' => $at,
            'approved_cost' => $approvedCost,
            'weekdays' => $weekdays === null ? null : \array_values($weekdays),
            'month_days' => $monthDays === null ? null : \array_values($monthDays),
            'ends_at' => $endsAt instanceof \DateTimeInterface ? $endsAt->format(\DATE_RFC3339_EXTENDED) : $endsAt,
            'duplicate_window_hours' => $duplicateWindowHours,
        ];
        $given = \array_filter($fields, static fn (mixed $value): bool => $value !== null);
        return $this->transport->json(Call::post('/v1/' . self::KIND, $given, $reference), self::read(...));
    }

    /** With its last and next runs. */
    public function get(string $id): RecurringBatch
    {
        return $this->transport->json(Call::get(Call::path(self::KIND, $id)), self::read(...));
    }

    /**
     * Newest first, without deleted ones.
     *
     * @param array<string, mixed> $query limit
     * @return Listing<RecurringBatch>
     */
    public function list(array $query = []): Listing
    {
        return new Listing($this->transport, '/v1/' . self::KIND, $query, self::read(...));
    }

    /** No run begins until you resume it. */
    public function pause(string $id): RecurringBatch
    {
        return $this->transport->json(Call::post(Call::path(self::KIND, $id, '/pause')), self::read(...));
    }

    /** Continues with the next time of the calendar. Times that passed meanwhile are left out. */
    public function resume(string $id): RecurringBatch
    {
        return $this->transport->json(Call::post(Call::path(self::KIND, $id, '/resume')), self::read(...));
    }

    /** No run begins any more. A batch that a run has started continues. */
    public function delete(string $id): RecurringBatch
    {
        return $this->transport->json(Call::send('DELETE', Call::path(self::KIND, $id)), self::read(...));
    }

    private static function read(Data $data): RecurringBatch
    {
        return new RecurringBatch($data);
    }
}
