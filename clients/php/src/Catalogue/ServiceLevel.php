<?php

declare(strict_types=1);

namespace Bundlewire\Catalogue;

enum ServiceLevel: string
{
    case Operational = 'operational';
    /** Purchases are accepted, but confirmed late. */
    case Degraded = 'degraded';
    /** No purchase is accepted. */
    case Unavailable = 'unavailable';
    /** A value that this version of the package does not know; `raw->status` has it. */
    case Unknown = '';

    public static function of(string $value): self
    {
        return self::tryFrom($value) ?? self::Unknown;
    }
}
