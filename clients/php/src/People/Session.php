<?php

declare(strict_types=1);

namespace Bundlewire\People;

use Bundlewire\Data;
use Bundlewire\Resource;

/** A browser in which a person of your organisation is signed in. */
final class Session extends Resource
{
    public readonly string $id;
    public readonly string $personId;
    public readonly \DateTimeImmutable $signedInAt;
    /** When it was last used, to the minute. */
    public readonly \DateTimeImmutable $usedAt;
    /** When it ends if it is not used again. */
    public readonly \DateTimeImmutable $expiresAt;
    /** Whether a second factor was used in it. */
    public readonly bool $secondFactor;
    /** From where the person signed in; null if it is not known. */
    public readonly ?string $ipAddress;
    /** The browser, as it names itself; null if it did not. */
    public readonly ?string $userAgent;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->personId = $data->string('person_id');
        $this->signedInAt = $data->time('signed_in_at');
        $this->usedAt = $data->time('used_at');
        $this->expiresAt = $data->time('expires_at');
        $this->secondFactor = $data->bool('second_factor');
        $this->ipAddress = $data->stringOrNull('ip_address');
        $this->userAgent = $data->stringOrNull('user_agent');
    }
}
