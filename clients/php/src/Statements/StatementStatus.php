<?php

declare(strict_types=1);

namespace Bundlewire\Statements;

enum StatementStatus: string
{
    /** The day is in progress. */
    case Open = 'open';
    /** Every movement is recorded, and nothing changes. */
    case Closed = 'closed';
    /** A value that this version of the package does not know; `raw->status` has it. */
    case Unknown = '';

    public static function of(string $value): self
    {
        return self::tryFrom($value) ?? self::Unknown;
    }
}
