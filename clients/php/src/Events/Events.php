<?php

declare(strict_types=1);

namespace Bundlewire\Events;

use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;

/** Webhook events and their deliveries. */
final class Events
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /** One event, with every delivery attempt. */
    public function get(string $id): Event
    {
        return $this->transport->json(Call::get(Call::path('events', $id)), self::read(...));
    }

    /**
     * Newest first.
     *
     * @param array<string, mixed> $query type, delivery, purchase_id, created_from, created_to, limit
     * @return Listing<Event>
     */
    public function list(array $query = []): Listing
    {
        return new Listing($this->transport, '/v1/events', $query, self::read(...));
    }

    /** Requests one more attempt, at most once per minute. With $endpointId, only this webhook endpoint gets it. */
    public function resend(string $id, ?string $endpointId = null): Event
    {
        $call = new Call('POST', Call::path('events', $id, '/resend'), ['endpoint_id' => $endpointId]);
        return $this->transport->json($call, self::read(...));
    }

    private static function read(Data $data): Event
    {
        return new Event($data);
    }
}
