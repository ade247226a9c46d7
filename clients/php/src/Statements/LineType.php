<?php

declare(strict_types=1);

namespace Bundlewire\Statements;

enum LineType: string
{
    /** A successful purchase was charged. */
    case Purchase = 'purchase';
    /** A reversed purchase was refunded. */
    case Reversal = 'reversal';
    /** Funds were added. */
    case Funding = 'funding';
    /** A correction was agreed with you. */
    case Adjustment = 'adjustment';
    /** A value that this version of the package does not know; `raw->type` has it. */
    case Unknown = '';

    public static function of(string $value): self
    {
        return self::tryFrom($value) ?? self::Unknown;
    }
}
