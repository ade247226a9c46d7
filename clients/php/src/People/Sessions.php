<?php

declare(strict_types=1);

namespace Bundlewire\People;

use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;

/** Where people of your organisation are signed in. */
final class Sessions
{
    private const KIND = 'sessions';

    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Newest sign-in first.
     *
     * @param array<string, mixed> $query limit
     * @return Listing<Session>
     */
    public function list(array $query = []): Listing
    {
        return new Listing($this->transport, '/v1/' . self::KIND, $query, static fn (Data $data): Session => new Session($data));
    }

    /**
     * Signs the person out in this browser. Needs the right `people:manage`. If the session has ended, the exception is an
     * ApiException with status 404. This also happens if the answer to an earlier attempt was lost.
     */
    public function end(string $id): void
    {
        $read = static fn (Data $data): string => $data->string('id');
        $this->transport->json(Call::send('DELETE', Call::path(self::KIND, $id)), $read);
    }
}
