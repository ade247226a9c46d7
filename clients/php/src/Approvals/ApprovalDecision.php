<?php

declare(strict_types=1);

namespace Bundlewire\Approvals;

use Bundlewire\Data;
use Bundlewire\Resource;

/** What one person or key decided. */
final class ApprovalDecision extends Resource
{
    public readonly ApprovalActor $by;
    /** `approved` or `rejected`. */
    public readonly string $decision;
    /** As that person wrote it; null for none. */
    public readonly ?string $reason;
    public readonly \DateTimeImmutable $decidedAt;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->by = new ApprovalActor($data->object('by'));
        $this->decision = $data->string('decision');
        $this->reason = $data->stringOrNull('reason');
        $this->decidedAt = $data->time('decided_at');
    }
}
