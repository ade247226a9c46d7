<?php

declare(strict_types=1);

namespace Bundlewire\Purchases;

enum PurchaseStatus: string
{
    /** The price is held. */
    case Pending = 'pending';
    /** Delivered and charged. */
    case Successful = 'successful';
    /** Not charged. */
    case Failed = 'failed';
    /** Delivered first, then reversed by the network and refunded. */
    case Reversed = 'reversed';
    /** A value that this version of the package does not know; `raw->status` has it. */
    case Unknown = '';

    public static function of(string $value): self
    {
        return self::tryFrom($value) ?? self::Unknown;
    }

    public function isFinal(): bool
    {
        return match ($this) {
            self::Successful, self::Failed, self::Reversed => true,
            self::Pending, self::Unknown => false,
        };
    }
}
