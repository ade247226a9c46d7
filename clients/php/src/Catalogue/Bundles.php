<?php

declare(strict_types=1);

namespace Bundlewire\Catalogue;

use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;

/** What you can buy. */
final class Bundles
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    public function get(string $id): Bundle
    {
        return $this->transport->json(Call::get(Call::path('bundles', $id)), self::read(...));
    }

    /**
     * @param array<string, mixed> $query network_id, available, limit
     * @return Listing<Bundle>
     */
    public function list(array $query = []): Listing
    {
        return new Listing($this->transport, '/v1/bundles', $query, self::read(...));
    }

    private static function read(Data $data): Bundle
    {
        return new Bundle($data);
    }
}
