<?php

declare(strict_types=1);

namespace Bundlewire;

use Bundlewire\Http\Call;
use Bundlewire\Http\Transport;

/** What only test mode has. */
final class Sandbox
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /** Sets what the account can spend, in minor units: 50000 is ₦500.00. */
    public function setBalance(int $available): Balance
    {
        $call = Call::send('PUT', '/v1/sandbox/balance', ['available' => $available]);
        return $this->transport->json($call, static fn (Data $data): Balance => new Balance($data));
    }
}
