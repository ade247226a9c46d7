<?php

declare(strict_types=1);

namespace Bundlewire\People;

use Bundlewire\Data;
use Bundlewire\Http\Call;
use Bundlewire\Http\Transport;

/** The organisation of your account. If it belongs to none, the exception is an ApiException with status 404. */
final class OwnOrganisation
{
    private const PATH = '/v1/organisation';

    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    public function get(): Organisation
    {
        return $this->transport->json(Call::get(self::PATH), self::read(...));
    }

    /** Changes the name. Needs the right `people:manage`. */
    public function update(string $name): Organisation
    {
        return $this->transport->json(Call::send('PATCH', self::PATH, ['name' => $name]), self::read(...));
    }

    private static function read(Data $data): Organisation
    {
        return new Organisation($data);
    }
}
