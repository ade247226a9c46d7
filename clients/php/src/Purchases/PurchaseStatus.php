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

    /** Whether a purchase can move from $other to this status. Events can come out of order: keep the later status. */
    public function isAfter(self $other): bool
    {
        return $this->order() > $other->order();
    }

    private function order(): int
    {
        return match ($this) {
            self::Unknown => 0,
            self::Pending => 1,
            self::Successful, self::Failed => 2,
            self::Reversed => 3,
        };
    }

    public function isFinal(): bool
    {
        return match ($this) {
            self::Successful, self::Failed, self::Reversed => true,
            self::Pending, self::Unknown => false,
        };
    }
}
