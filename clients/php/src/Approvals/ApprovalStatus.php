<?php

declare(strict_types=1);

namespace Bundlewire\Approvals;

enum ApprovalStatus: string
{
    /** It waits for approvals. */
    case Requested = 'requested';
    /** The batch can be started. */
    case Approved = 'approved';
    /** The batch was started with it. */
    case Used = 'used';
    case Rejected = 'rejected';
    case Withdrawn = 'withdrawn';
    case Expired = 'expired';
    /** Its terms have changed. */
    case Voided = 'voided';
    /** A value that this version of the package does not know; `raw->status` has it. */
    case Unknown = '';

    public static function of(string $value): self
    {
        return self::tryFrom($value) ?? self::Unknown;
    }
}
