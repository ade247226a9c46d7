<?php

declare(strict_types=1);

namespace Bundlewire\Approvals;

use Bundlewire\Data;
use Bundlewire\Resource;

/** From which amounts your account needs approvals. */
final class ApprovalRules extends Resource
{
    /** For starting, scheduling and resuming campaigns. */
    public readonly CampaignApprovalRule $campaignStart;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->campaignStart = new CampaignApprovalRule($data->object('campaign_start'));
    }
}
