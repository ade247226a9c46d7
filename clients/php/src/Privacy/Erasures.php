<?php

declare(strict_types=1);

namespace Bundlewire\Privacy;

use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;

/** Erasures of phone numbers from your records. A key needs the right `privacy:manage`, which its scopes must name. */
final class Erasures
{
    private const KIND = 'erasures';

    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Newest first.
     *
     * @param array<string, mixed> $query limit
     * @return Listing<Erasure>
     */
    public function list(array $query = []): Listing
    {
        return new Listing($this->transport, '/v1/' . self::KIND, $query, self::read(...));
    }

    public function get(string $id): Erasure
    {
        return $this->transport->json(Call::get(Call::path(self::KIND, $id)), self::read(...));
    }

    /**
     * Erases a number, which cannot be undone. While an erasure of the number runs, this returns it. While the outcome of a
     * purchase for the number is open, the exception is an ApiException with status 409, and its details say until when.
     */
    public function create(string $phoneNumber): Erasure
    {
        $call = Call::post('/v1/' . self::KIND, ['phone_number' => $phoneNumber]);
        return $this->transport->json($call, self::read(...));
    }

    private static function read(Data $data): Erasure
    {
        return new Erasure($data);
    }
}
