<?php

declare(strict_types=1);

namespace Bundlewire\Settings;

use Bundlewire\Data;
use Bundlewire\Money;
use Bundlewire\Resource;

/** What your account may spend. A limit that is null does not exist. */
final class SpendingLimits extends Resource
{
    /** The most that one campaign may spend. */
    public readonly ?Money $perCampaign;
    /** The most that may be spent per day (UTC). */
    public readonly ?Money $perDay;
    /** The most that may be spent per month (UTC). */
    public readonly ?Money $perMonth;
    /** What counts towards the limit of today; null if there is no limit per day and no limit per month. */
    public readonly ?Money $spentToday;
    /** What counts towards the limit of this month; null if there is no limit per day and no limit per month. */
    public readonly ?Money $spentThisMonth;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $money = static fn (?Data $one): ?Money => $one === null ? null : new Money($one);
        $this->perCampaign = $money($data->objectOrNull('per_campaign'));
        $this->perDay = $money($data->objectOrNull('per_day'));
        $this->perMonth = $money($data->objectOrNull('per_month'));
        $this->spentToday = $money($data->objectOrNull('spent_today'));
        $this->spentThisMonth = $money($data->objectOrNull('spent_this_month'));
    }
}
