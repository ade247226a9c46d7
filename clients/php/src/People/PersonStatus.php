<?php

declare(strict_types=1);

namespace Bundlewire\People;

enum PersonStatus: string
{
    case Active = 'active';
    /** The person has no rights in your organisation, and can be made active again. */
    case Suspended = 'suspended';
    /** A value that this version of the package does not know; `raw->status` has it. */
    case Unknown = '';

    public static function of(string $value): self
    {
        return self::tryFrom($value) ?? self::Unknown;
    }
}
