<?php

declare(strict_types=1);

namespace Bundlewire\People;

use Bundlewire\Data;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;

/** The roles that people can have. */
final class Roles
{
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
        return new Listing($this->transport, '/v1/roles', $query, static fn (Data $data): Role => new Role($data));
    }
}
