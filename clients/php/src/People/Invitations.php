<?php

declare(strict_types=1);

namespace Bundlewire\People;

use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;

/** Who is invited to your organisation by e-mail. */
final class Invitations
{
    private const KIND = 'invitations';

    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Newest first. Empty if your account belongs to no organisation.
     *
     * @param array<string, mixed> $query limit
     * @return Listing<Invitation>
     */
    public function list(array $query = []): Listing
    {
        return new Listing($this->transport, '/v1/' . self::KIND, $query, self::read(...));
    }

    /**
     * Mails a link that works once, within 24 hours. Needs the right `people:manage`. For a role with rights that you do not
     * have, the exception is an ApiException with the code `permission_denied`. If the address has an open invitation that is
     * not replaced, its status is 409. This also happens if the answer to an earlier attempt was lost.
     *
     * @param bool $replace withdraws an open invitation of the address, so that the new one takes its place. If the answer to
     *     an attempt is lost, the next one replaces its invitation: there is a second mail, and the link of the first one does
     *     not work.
     */
    public function create(string $email, string $role, bool $replace = false): Invitation
    {
        $more = $replace ? ['replace' => true] : [];
        $call = Call::post('/v1/' . self::KIND, ['email' => $email, 'role' => $role] + $more);
        return $this->transport->json($call, self::read(...));
    }

    /**
     * The link no longer works. If the invitation has ended, the exception is an ApiException with status 409. This also
     * happens if the answer to an earlier attempt was lost.
     */
    public function withdraw(string $id): void
    {
        $read = static fn (Data $data): string => $data->string('id');
        $this->transport->json(Call::send('DELETE', Call::path(self::KIND, $id)), $read);
    }

    private static function read(Data $data): Invitation
    {
        return new Invitation($data);
    }
}
