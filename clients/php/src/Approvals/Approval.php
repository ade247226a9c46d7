<?php

declare(strict_types=1);

namespace Bundlewire\Approvals;

use Bundlewire\Data;
use Bundlewire\Money;
use Bundlewire\Resource;

/** A request that others approve before a batch may buy. */
final class Approval extends Resource
{
    public readonly string $id;
    /** `campaign_start`: starting, scheduling or resuming a batch. More may be added. */
    public readonly string $kind;
    public readonly ApprovalStatus $status;
    public readonly string $batchId;
    /** The reference of that batch; null if it is not known. */
    public readonly ?string $batchReference;
    /** The most that the batch may spend, by which the rule was judged. */
    public readonly Money $amount;
    /** How many different persons or keys must approve. */
    public readonly int $stepsRequired;
    /** How many have approved. */
    public readonly int $stepsGiven;
    public readonly ApprovalTerms $terms;
    public readonly ApprovalActor $requestedBy;
    /** Whether who requested it may approve it: not if they prepared the batch, or set a start time, hours or a higher cost. */
    public readonly bool $requesterMayApprove;
    /** @var list<ApprovalActor> who uploaded or changed the batch, and so cannot approve it */
    public readonly array $preparedBy;
    /** @var list<ApprovalDecision> in the order in which they were made */
    public readonly array $decisions;
    /** What who requested it wrote to those who approve; null for nothing. */
    public readonly ?string $note;
    /** Why it was rejected or withdrawn; null for none. */
    public readonly ?string $endReason;
    /** Why it ended as voided, such as `changed` or `replaced`; null if it did not. More may be added. */
    public readonly ?string $voidCode;
    public readonly \DateTimeImmutable $requestedAt;
    /** It must be approved and used before this time. */
    public readonly \DateTimeImmutable $expiresAt;
    /** When it was used, rejected, withdrawn, voided or expired; null until then. */
    public readonly ?\DateTimeImmutable $endedAt;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $actor = static fn (Data $one): ApprovalActor => new ApprovalActor($one);
        $this->id = $data->string('id');
        $this->kind = $data->string('kind');
        $this->status = ApprovalStatus::of($data->string('status'));
        $this->batchId = $data->string('batch_id');
        $this->batchReference = $data->stringOrNull('batch_reference');
        $this->amount = new Money($data->object('amount'));
        $this->stepsRequired = $data->int('steps_required');
        $this->stepsGiven = $data->int('steps_given');
        $this->terms = new ApprovalTerms($data->object('terms'));
        $this->requestedBy = $actor($data->object('requested_by'));
        $this->requesterMayApprove = $data->bool('requester_may_approve');
        $this->preparedBy = $data->objects('prepared_by', $actor);
        $this->decisions = $data->objects('decisions', static fn (Data $one): ApprovalDecision => new ApprovalDecision($one));
        $this->note = $data->stringOrNull('note');
        $this->endReason = $data->stringOrNull('end_reason');
        $this->voidCode = $data->stringOrNull('void_code');
        $this->requestedAt = $data->time('requested_at');
        $this->expiresAt = $data->time('expires_at');
        $this->endedAt = $data->timeOrNull('ended_at');
    }
}
