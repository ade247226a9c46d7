<?php

declare(strict_types=1);

namespace Bundlewire\Requests;

use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;

/**
 * What your programs and people sent to the API, and what was answered. A key needs the right `requests:read`, which its
 * scopes must name.
 */
final class RequestLog
{
    private const KIND = 'requests';

    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Newest first, without bodies.
     *
     * @param array<string, mixed> $query request_id, method, path, status, principal, created_from, created_to, limit
     * @return Listing<LoggedRequest>
     */
    public function list(array $query = []): Listing
    {
        $read = static fn (Data $data): LoggedRequest => new LoggedRequest($data);
        return new Listing($this->transport, '/v1/' . self::KIND, $query, $read);
    }

    /** One request with its body and answer. Each error has the id of its request. */
    public function get(string $id): LoggedRequestDetails
    {
        $read = static fn (Data $data): LoggedRequestDetails => new LoggedRequestDetails($data);
        return $this->transport->json(Call::get(Call::path(self::KIND, $id)), $read);
    }
}
