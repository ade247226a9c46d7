<?php

declare(strict_types=1);

namespace Bundlewire\People;

use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;

/**
 * The people of your organisation. A key needs the right `people:read`, and `people:manage` to change people. It has them
 * only if its scopes name them.
 */
final class People
{
    private const KIND = 'people';

    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Empty if your account belongs to no organisation.
     *
     * @param array<string, mixed> $query limit
     * @return Listing<Person>
     */
    public function list(array $query = []): Listing
    {
        return new Listing($this->transport, '/v1/' . self::KIND, $query, self::read(...));
    }

    public function get(string $id): Person
    {
        return $this->transport->json(Call::get(Call::path(self::KIND, $id)), self::read(...));
    }

    /**
     * Changes the role of a person, or suspends the person. It holds from the person's next request. For a role with rights
     * that you do not have, the exception is an ApiException with the code `permission_denied`. A key cannot manage roles
     * that can spend or approve.
     *
     * @param ?string $role null leaves it as it is
     * @param ?bool $suspended null leaves it as it is
     */
    public function update(string $id, ?string $role = null, ?bool $suspended = null): Person
    {
        $fields = ['role' => $role, 'suspended' => $suspended];
        $given = \array_filter($fields, static fn (mixed $value): bool => $value !== null);
        return $this->transport->json(Call::send('PATCH', Call::path(self::KIND, $id), $given), self::read(...));
    }

    /**
     * Takes a person out of your organisation, and signs the person out everywhere. If the person is not in it, the
     * exception is an ApiException with status 404. This also happens if the answer to an earlier attempt was lost.
     */
    public function remove(string $id): void
    {
        $read = static fn (Data $data): string => $data->string('id');
        $this->transport->json(Call::send('DELETE', Call::path(self::KIND, $id)), $read);
    }

    private static function read(Data $data): Person
    {
        return new Person($data);
    }
}
