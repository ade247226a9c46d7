<?php

declare(strict_types=1);

namespace Bundlewire\Catalogue;

use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;

/** The networks that you can buy for. */
final class Networks
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    public function get(string $id): Network
    {
        return $this->transport->json(Call::get(Call::path('networks', $id)), self::read(...));
    }

    /**
     * @param array<string, mixed> $query country, limit
     * @return Listing<Network>
     */
    public function list(array $query = []): Listing
    {
        return new Listing($this->transport, '/v1/networks', $query, self::read(...));
    }

    private static function read(Data $data): Network
    {
        return new Network($data);
    }
}
