<?php

declare(strict_types=1);

namespace Bundlewire\Keys;

use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;

/**
 * API keys of your account. Needs the rights `keys:read` and `keys:write`. Requests of create() and rotate() are not sent
 * again after a lost answer, because their answer is the only one that has the new key.
 */
final class ApiKeys
{
    private const KIND = 'api-keys';
    private const CREATED = 'The key may have been created. List the keys, and revoke the one that you do not have. Then create another.';
    private const ROTATED = 'The key may have been replaced. Read it: if it has former_key_until, the former key works until then. '
        . 'Rotate it again with $overlapSeconds 0.';

    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Creates a key, which works immediately. Its `key` is never shown again. Rights that you do not have are an ApiException
     * with the code `permission_denied`. If the answer was lost, the exception is a NoAnswerException: list the keys, and
     * revoke the one that you do not have.
     *
     * @param list<string> $scopes rights such as `batches:read`, or `all`, or `read_only`
     * @param array<string, mixed> $terms expires_at (from when the key does not work), spend_caps (per_purchase, per_day)
     */
    public function create(string $name, array $scopes, array $terms = []): ApiKey
    {
        $fields = ['name' => $name, 'scopes' => \array_values($scopes)] + self::terms($terms);
        return $this->send('POST', '/v1/' . self::KIND, $fields, self::CREATED);
    }

    /** The key, without the key itself. */
    public function get(string $id): ApiKey
    {
        return $this->transport->json(Call::get(Call::path(self::KIND, $id)), self::read(...));
    }

    /**
     * Newest first, including keys that expired or were revoked.
     *
     * @param array<string, mixed> $query limit
     * @return Listing<ApiKey>
     */
    public function list(array $query = []): Listing
    {
        return new Listing($this->transport, '/v1/' . self::KIND, $query, self::read(...));
    }

    /**
     * Changes the fields that you give, within a second.
     *
     * @param array<string, mixed> $changes name, scopes, expires_at (null removes the end), spend_caps (null removes a cap)
     */
    public function update(string $id, array $changes): ApiKey
    {
        return $this->send('PATCH', Call::path(self::KIND, $id), self::terms($changes));
    }

    /**
     * Replaces the key. The new `key` is never shown again. The former one works too for $overlapSeconds, a day by default. If
     * you rotate the key of this client, keep an overlap. While a former key works, another rotation is an ApiException with
     * the code `secret_rotation_under_way`, unless $overlapSeconds is 0. If the answer was lost, the exception is a
     * NoAnswerException: if the key then has a `formerKeyUntil`, rotate it again with $overlapSeconds 0.
     */
    public function rotate(string $id, ?int $overlapSeconds = null): ApiKey
    {
        $fields = $overlapSeconds === null ? [] : ['overlap_seconds' => $overlapSeconds];
        return $this->send('POST', Call::path(self::KIND, $id, '/rotate'), $fields, self::ROTATED);
    }

    /** Ends the key forever, within a second. To revoke it again changes nothing. */
    public function revoke(string $id): ApiKey
    {
        return $this->transport->json(Call::post(Call::path(self::KIND, $id, '/revoke')), self::read(...));
    }

    /** @param array<string, mixed> $fields */
    private function send(string $method, string $path, array $fields, ?string $ifLost = null): ApiKey
    {
        return $this->transport->json(Call::send($method, $path, $fields, ifLost: $ifLost), self::read(...));
    }

    /**
     * @param array<string, mixed> $terms
     * @return array<string, mixed>
     */
    private static function terms(array $terms): array
    {
        if (($terms['expires_at'] ?? null) instanceof \DateTimeInterface) {
            $terms['expires_at'] = $terms['expires_at']->format(\DATE_RFC3339_EXTENDED);
        }
        if (\is_array($terms['spend_caps'] ?? null)) {
            $terms['spend_caps'] = (object) $terms['spend_caps'];
        }
        return $terms;
    }

    private static function read(Data $data): ApiKey
    {
        return new ApiKey($data);
    }
}
