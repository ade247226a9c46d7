<?php

declare(strict_types=1);

namespace Bundlewire\People;

use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;

/**
 * The roles that people can have: built-in ones, and those that your organisation composed of rights. A key needs the right
 * `people:read`, and `people:manage` to change roles. It has them only if its scopes name them.
 */
final class Roles
{
    private const KIND = 'roles';

    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * With the rights of each role.
     *
     * @param array<string, mixed> $query limit
     * @return Listing<Role>
     */
    public function list(array $query = []): Listing
    {
        return new Listing($this->transport, '/v1/' . self::KIND, $query, self::read(...));
    }

    public function get(string $id): Role
    {
        return $this->transport->json(Call::get(Call::path(self::KIND, $id)), self::read(...));
    }

    /**
     * For a right that you do not have, the exception is an ApiException with the code `permission_denied`. If your
     * organisation has a role of this name, its status is 409. This also happens if the answer to an earlier attempt was
     * lost.
     *
     * @param list<string> $rights such as `batches:read`
     */
    public function create(string $name, array $rights): Role
    {
        $call = Call::post('/v1/' . self::KIND, ['name' => $name, 'rights' => $rights]);
        return $this->transport->json($call, self::read(...));
    }

    /**
     * Renames a role, or replaces its rights. It counts from the next request of everyone who has the role.
     *
     * @param ?string $name null leaves it as it is
     * @param ?list<string> $rights null leaves them as they are
     */
    public function update(string $id, ?string $name = null, ?array $rights = null): Role
    {
        $given = \array_filter(['name' => $name, 'rights' => $rights], static fn (mixed $value): bool => $value !== null);
        return $this->transport->json(Call::send('PATCH', Call::path(self::KIND, $id), $given), self::read(...));
    }

    /** If people or open invitations have the role, the exception is an ApiException with status 409. */
    public function delete(string $id): void
    {
        $read = static fn (Data $data): string => $data->string('id');
        $this->transport->json(Call::send('DELETE', Call::path(self::KIND, $id)), $read);
    }

    private static function read(Data $data): Role
    {
        return new Role($data);
    }
}
