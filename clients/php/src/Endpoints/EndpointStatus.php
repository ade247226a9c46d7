<?php

declare(strict_types=1);

namespace Bundlewire\Endpoints;

enum EndpointStatus: string
{
    /** Nothing was delivered yet. */
    case New = 'new';
    /** It accepts events. */
    case Working = 'working';
    /** The last attempts failed; retries keep their schedule. */
    case Failing = 'failing';
    /** A value that this version of the package does not know; `raw->status` has it. */
    case Unknown = '';

    public static function of(string $value): self
    {
        return self::tryFrom($value) ?? self::Unknown;
    }
}
