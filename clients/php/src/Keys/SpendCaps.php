<?php

declare(strict_types=1);

namespace Bundlewire\Keys;

use Bundlewire\Data;
use Bundlewire\Money;
use Bundlewire\Resource;

/** The most that a key may spend. A cap that is null does not exist. */
final class SpendCaps extends Resource
{
    /** The most that one purchase may cost. */
    public readonly ?Money $perPurchase;
    /** The most that the key may spend in one UTC day. */
    public readonly ?Money $perDay;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $money = static fn (?Data $one): ?Money => $one === null ? null : new Money($one);
        $this->perPurchase = $money($data->objectOrNull('per_purchase'));
        $this->perDay = $money($data->objectOrNull('per_day'));
    }
}
