<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

enum BatchStatus: string
{
    /** The rows are being checked. */
    case Validating = 'validating';
    /** Checked; waits for `start`. */
    case Ready = 'ready';
    /** Rows are being bought. */
    case Running = 'running';
    /** No further rows are bought; `pause` says why. */
    case Paused = 'paused';
    /** Every row had its turn, and all purchases are final. */
    case Completed = 'completed';
    /** No further rows are bought. */
    case Canceled = 'canceled';
    /** The file cannot be used; `rejection` says why. */
    case Rejected = 'rejected';
    /** A value that this version of the package does not know; `raw->status` has it. */
    case Unknown = '';

    public static function of(string $value): self
    {
        return self::tryFrom($value) ?? self::Unknown;
    }
}
