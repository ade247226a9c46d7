<?php

declare(strict_types=1);

namespace Bundlewire\Events;

enum DeliveryStatus: string
{
    /** More attempts follow. */
    case Pending = 'pending';
    /** Your endpoint answered 2xx. */
    case Delivered = 'delivered';
    /** All seven attempts failed. */
    case Failed = 'failed';
    /** There was no endpoint, or it was removed. */
    case NotSent = 'not_sent';
    /** A value that this version of the package does not know; `raw->status` has it. */
    case Unknown = '';

    public static function of(string $value): self
    {
        return self::tryFrom($value) ?? self::Unknown;
    }
}
