<?php

declare(strict_types=1);

namespace Bundlewire\People;

enum InvitationMail: string
{
    case Waiting = 'waiting';
    case Sent = 'sent';
    /** The mail server did not accept the mail, or there is none. */
    case NotSent = 'not_sent';
    /** A value that this version of the package does not know; `raw->mail` has it. */
    case Unknown = '';

    public static function of(string $value): self
    {
        return self::tryFrom($value) ?? self::Unknown;
    }
}
