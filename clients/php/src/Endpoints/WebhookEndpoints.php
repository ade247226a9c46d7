<?php

declare(strict_types=1);

namespace Bundlewire\Endpoints;

use Bundlewire\Data;
use Bundlewire\Events\Event;
use Bundlewire\Http\Call;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;

/** Where your events are sent: up to ten endpoints, each with a different URL. */
final class WebhookEndpoints
{
    private const KIND = 'webhook-endpoints';

    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Creates an endpoint. Its `secret` is never shown again. If the URL has an endpoint, the exception is an ApiException
     * with the code `webhook_endpoint_exists`, and `details['endpoint_id']` has its id. This also happens if the answer to
     * an earlier attempt was lost: rotateSecret() then returns a new secret.
     *
     * @param ?list<string> $eventTypes the three types of purchases by default
     */
    public function create(string $url, ?string $description = null, ?array $eventTypes = null): WebhookEndpoint
    {
        $fields = ['url' => $url, 'description' => $description, 'event_types' => $eventTypes];
        return $this->send('POST', '/v1/' . self::KIND, self::given($fields));
    }

    public function get(string $id): WebhookEndpoint
    {
        return $this->transport->json(Call::get(Call::path(self::KIND, $id)), self::read(...));
    }

    /**
     * Oldest first.
     *
     * @param array<string, mixed> $query limit
     * @return Listing<WebhookEndpoint>
     */
    public function list(array $query = []): Listing
    {
        return new Listing($this->transport, '/v1/' . self::KIND, $query, self::read(...));
    }

    /**
     * Changes the fields that you give.
     *
     * @param ?list<string> $eventTypes
     */
    public function update(
        string $id,
        ?string $url = null,
        ?string $description = null,
        ?array $eventTypes = null,
        ?bool $enabled = null,
    ): WebhookEndpoint {
        $fields = ['url' => $url, 'description' => $description, 'event_types' => $eventTypes, 'enabled' => $enabled];
        return $this->send('PATCH', Call::path(self::KIND, $id), self::given($fields));
    }

    /** Deletes the endpoint with its secrets. */
    public function delete(string $id): void
    {
        $read = static fn (Data $data): string => $data->string('id');
        $this->transport->json(Call::send('DELETE', Call::path(self::KIND, $id)), $read);
    }

    /**
     * Replaces the secret. The new `secret` is never shown again. The former one signs as well for $overlapSeconds, a day
     * by default. While it does, another rotation is an ApiException with the code `secret_rotation_under_way`, unless
     * $overlapSeconds is 0.
     */
    public function rotateSecret(string $id, ?int $overlapSeconds = null): WebhookEndpoint
    {
        $fields = self::given(['overlap_seconds' => $overlapSeconds]);
        return $this->send('POST', Call::path(self::KIND, $id, '/rotate-secret'), $fields);
    }

    /**
     * Sends a signed test event to this endpoint, at most once per 10 s. Read the event to see the attempt.
     *
     * @param ?string $type `purchase.successful` by default
     */
    public function sendTest(string $id, ?string $type = null): Event
    {
        $call = Call::send('POST', Call::path(self::KIND, $id, '/test'), self::given(['type' => $type]));
        return $this->transport->json($call, static fn (Data $data): Event => new Event($data));
    }

    /**
     * What was sent to the endpoint, newest first.
     *
     * @param array<string, mixed> $query limit
     * @return Listing<WebhookEndpointAttempt>
     */
    public function attempts(string $id, array $query = []): Listing
    {
        $read = static fn (Data $data): WebhookEndpointAttempt => new WebhookEndpointAttempt($data);
        return new Listing($this->transport, Call::path(self::KIND, $id, '/attempts'), $query, $read);
    }

    /** @param array<string, mixed> $fields */
    private function send(string $method, string $path, array $fields): WebhookEndpoint
    {
        return $this->transport->json(Call::send($method, $path, $fields), self::read(...));
    }

    /**
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    private static function given(array $fields): array
    {
        return \array_filter($fields, static fn (mixed $value): bool => $value !== null);
    }

    private static function read(Data $data): WebhookEndpoint
    {
        return new WebhookEndpoint($data);
    }
}
