<?php

declare(strict_types=1);

namespace Bundlewire\People;

enum InvitationStatus: string
{
    /** The link in the mail can be used. */
    case Pending = 'pending';
    case Accepted = 'accepted';
    case Withdrawn = 'withdrawn';
    case Expired = 'expired';
    /** A value that this version of the package does not know; `raw->status` has it. */
    case Unknown = '';

    public static function of(string $value): self
    {
        return self::tryFrom($value) ?? self::Unknown;
    }
}
