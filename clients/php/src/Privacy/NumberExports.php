<?php

declare(strict_types=1);

namespace Bundlewire\Privacy;

use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Transport;

/**
 * What your records hold about a phone number, for a person who asks for it. A key needs the rights `privacy:export`, which
 * its scopes must name, and `numbers:read`.
 */
final class NumberExports
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /** Nothing is stored. */
    public function create(string $phoneNumber): NumberExport
    {
        $call = Call::post('/v1/number-exports', ['phone_number' => $phoneNumber]);
        return $this->transport->json($call, static fn (Data $data): NumberExport => new NumberExport($data));
    }
}
