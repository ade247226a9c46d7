<?php

declare(strict_types=1);

namespace Bundlewire\Events;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Whether an event was delivered. */
final class EventDelivery extends Resource
{
    public readonly DeliveryStatus $status;
    public readonly ?\DateTimeImmutable $deliveredAt;
    /** Only in an event that you read by its id. */
    public readonly ?\DateTimeImmutable $nextAttemptAt;
    /** @var list<DeliveryAttempt> only in an event that you read by its id */
    public readonly array $attempts;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->status = DeliveryStatus::of($data->string('status'));
        $this->deliveredAt = $data->timeOrNull('delivered_at');
        $this->nextAttemptAt = $data->timeOrNull('next_attempt_at');
        $this->attempts = $data->has('attempts')
            ? $data->objects('attempts', static fn (Data $attempt): DeliveryAttempt => new DeliveryAttempt($attempt))
            : [];
    }
}
