<?php

declare(strict_types=1);

namespace Bundlewire\Approvals;

use Bundlewire\Data;
use Bundlewire\Money;
use Bundlewire\Resource;

/** When campaigns need approval. */
final class CampaignApprovalRule extends Resource
{
    /** A campaign that may spend this amount or more needs one approval; null for never. */
    public readonly ?Money $oneApprovalFrom;
    /** A campaign that may spend this amount or more needs two approvals; null for never. */
    public readonly ?Money $twoApprovalsFrom;
    /** How many hours after the request an approval can be given and used. */
    public readonly int $validHours;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $money = static fn (?Data $one): ?Money => $one === null ? null : new Money($one);
        $this->oneApprovalFrom = $money($data->objectOrNull('one_approval_from'));
        $this->twoApprovalsFrom = $money($data->objectOrNull('two_approvals_from'));
        $this->validHours = $data->int('valid_hours');
    }
}
