<?php

declare(strict_types=1);

namespace Bundlewire\Statements;

use Bundlewire\Purchases\Purchase;
use Bundlewire\Purchases\PurchaseStatus;

/** Why a record has no line. */
enum WhyMissing: string
{
    /** Its line is on another day; the purchase has the times. */
    case AnotherDay = 'another_day';
    /** Nothing was charged. */
    case Failed = 'failed';
    /** If the purchase succeeds, its line will be on a later day. */
    case Pending = 'pending';
    /** Your record is a reversal, and the purchase was not reversed. */
    case NotReversed = 'not_reversed';
    /** The purchase was never received; you can send it under the same reference. */
    case NeverReceived = 'never_received';

    /** @internal */
    public static function of(OwnRecord $record, ?Purchase $purchase): self
    {
        if ($purchase === null) {
            return self::NeverReceived;
        }
        return match ($purchase->status) {
            PurchaseStatus::Failed => self::Failed,
            PurchaseStatus::Pending => self::Pending,
            PurchaseStatus::Reversed => self::AnotherDay,
            default => $record->type === LineType::Reversal ? self::NotReversed : self::AnotherDay,
        };
    }
}
