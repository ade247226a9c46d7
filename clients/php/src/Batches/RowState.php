<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

enum RowState: string
{
    /** Not bought yet. */
    case Waiting = 'waiting';
    /** Has errors, and is never bought. */
    case Invalid = 'invalid';
    /** Could not be bought when its turn came. */
    case Refused = 'refused';
    case Pending = 'pending';
    case Successful = 'successful';
    case Failed = 'failed';
    case Reversed = 'reversed';
    /** A value that this version of the package does not know; `raw->state` has it. */
    case Unknown = '';

    public static function of(string $value): self
    {
        return self::tryFrom($value) ?? self::Unknown;
    }
}
