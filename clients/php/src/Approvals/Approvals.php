<?php

declare(strict_types=1);

namespace Bundlewire\Approvals;

use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;

/**
 * Requests that others approve before a batch may buy. `settings->approvalRules()` says which batches need one: their start
 * is an ApiException with the code `approval_required`, and `details['approval_id']` has the id.
 */
final class Approvals
{
    private const KIND = 'approvals';

    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Newest first. The status `requested` selects what waits.
     *
     * @param array<string, mixed> $query status, batch_id, limit
     * @return Listing<Approval>
     */
    public function list(array $query = []): Listing
    {
        return new Listing($this->transport, '/v1/' . self::KIND, $query, self::read(...));
    }

    public function get(string $id): Approval
    {
        return $this->transport->json(Call::get(Call::path(self::KIND, $id)), self::read(...));
    }

    /**
     * Approves exactly the `terms`. The same approval twice counts once. If you prepared the batch, or lack the right
     * `approvals:decide`, the exception is an ApiException with the code `permission_denied`.
     */
    public function approve(string $id, ?string $reason = null): Approval
    {
        return $this->decide($id, '/approve', $reason === null ? [] : ['reason' => $reason]);
    }

    /**
     * Ends the request, permanently. If it has ended, the exception is an ApiException with status 409 and
     * `details['status']`. This also happens if the answer to an earlier attempt was lost.
     */
    public function reject(string $id, string $reason): Approval
    {
        return $this->decide($id, '/reject', ['reason' => $reason]);
    }

    /** Ends a request that you made. If it has ended, the exception is that of reject(). */
    public function withdraw(string $id, string $reason): Approval
    {
        return $this->decide($id, '/withdraw', ['reason' => $reason]);
    }

    /** @param array<string, mixed> $fields */
    private function decide(string $id, string $command, array $fields): Approval
    {
        return $this->transport->json(Call::post(Call::path(self::KIND, $id, $command), $fields), self::read(...));
    }

    private static function read(Data $data): Approval
    {
        return new Approval($data);
    }
}
