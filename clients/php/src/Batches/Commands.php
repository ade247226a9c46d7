<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Approvals\Approval;
use Bundlewire\Data;
use Bundlewire\Http\Call;

/**
 * What starts, stops and decides about a batch: methods of Batches.
 *
 * @internal
 */
trait Commands
{
    /** Agrees to the phone numbers that the check corrected. Nothing is bought before start(). */
    public function acceptCorrections(string $id): Batch
    {
        return $this->command($id, '/corrections/accept');
    }

    /** Declines the corrected phone numbers: their rows get errors. */
    public function rejectCorrections(string $id): Batch
    {
        return $this->command($id, '/corrections/reject');
    }

    /**
     * With `approved_cost`, `file_sha256` and `revision` as the batch shows them, it never spends more than that cost, and
     * buys the rows that you were shown. `first` buys only so many rows, and then pauses. `send_between => null` removes the
     * hours of the upload.
     *
     * @param array<string, mixed> $agreed approved_cost, file_sha256, revision, first, send_between
     */
    public function start(string $id, array $agreed = []): Batch
    {
        return $this->command($id, '/start', $agreed);
    }

    /**
     * Starts a batch at a time instead of now, or moves its start.
     *
     * @param array<string, mixed> $agreed as for start()
     */
    public function schedule(string $id, \DateTimeInterface|string $startAt, array $agreed = []): Batch
    {
        $time = $startAt instanceof \DateTimeInterface ? $startAt->format(\DATE_RFC3339_EXTENDED) : $startAt;
        return $this->command($id, '/schedule', ['start_at' => $time] + $agreed);
    }

    /**
     * Asks others to approve that the batch starts as you say, and for how much. Nothing is started. After the approval,
     * someone who may start it calls start(), or schedule() if you gave `start_at`, with the terms of the approval.
     *
     * @param array<string, mixed> $wanted approved_cost, which is required, start_at, file_sha256, revision, send_between, note
     */
    public function requestStart(string $id, array $wanted): Approval
    {
        if (($wanted['start_at'] ?? null) instanceof \DateTimeInterface) {
            $wanted['start_at'] = $wanted['start_at']->format(\DATE_RFC3339_EXTENDED);
        }
        $call = Call::post(Call::path('batches', $id, '/request-start'), $wanted);
        return $this->transport->json($call, static fn (Data $data): Approval => new Approval($data));
    }

    /** Starts a scheduled batch before its time. */
    public function startNow(string $id): Batch
    {
        return $this->command($id, '/start-now');
    }

    /** Makes a scheduled batch wait for start() again. */
    public function unschedule(string $id): Batch
    {
        return $this->command($id, '/unschedule');
    }

    public function pause(string $id): Batch
    {
        return $this->command($id, '/pause');
    }

    /** @param array<string, mixed> $agreed approved_cost: a new limit, after a pause with `price_changed` */
    public function resume(string $id, array $agreed = []): Batch
    {
        return $this->command($id, '/resume', $agreed);
    }

    /** No further rows are bought. Purchases that were made continue. */
    public function cancel(string $id): Batch
    {
        return $this->command($id, '/cancel');
    }

    /** @param array<string, mixed> $agreed */
    private function command(string $id, string $name, array $agreed = []): Batch
    {
        $call = Call::post(Call::path('batches', $id, $name), $agreed === [] ? null : $agreed);
        return $this->transport->json($call, self::read(...));
    }
}
