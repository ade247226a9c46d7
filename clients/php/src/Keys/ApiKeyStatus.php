<?php

declare(strict_types=1);

namespace Bundlewire\Keys;

enum ApiKeyStatus: string
{
    /** It works. */
    case Active = 'active';
    /** Its end has passed: requests with it are rejected with 401. */
    case Expired = 'expired';
    /** It was ended: requests with it are rejected with 401. */
    case Revoked = 'revoked';
    /** A value that this version of the package does not know; `raw->status` has it. */
    case Unknown = '';

    public static function of(string $value): self
    {
        return self::tryFrom($value) ?? self::Unknown;
    }
}
