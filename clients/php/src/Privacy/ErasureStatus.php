<?php

declare(strict_types=1);

namespace Bundlewire\Privacy;

enum ErasureStatus: string
{
    case Running = 'running';
    /** Nothing is left of the number. */
    case Completed = 'completed';
    /** A value that this version of the package does not know; `raw->status` has it. */
    case Unknown = '';

    public static function of(string $value): self
    {
        return self::tryFrom($value) ?? self::Unknown;
    }
}
