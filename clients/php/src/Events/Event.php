<?php

declare(strict_types=1);

namespace Bundlewire\Events;

use Bundlewire\Batches\Batch;
use Bundlewire\Data;
use Bundlewire\Purchases\Purchase;
use Bundlewire\Resource;

/** Something that happened to a purchase or a batch. */
final class Event extends Resource
{
    /** The same on every attempt to deliver the event. Record ids, and ignore repeats. */
    public readonly string $id;
    /** `purchase.successful`, for example. New types may be added: ignore those that you do not know. */
    public readonly string $type;
    public readonly ?\DateTimeImmutable $createdAt;
    /** Whether this is a test event. Nothing that it reports has happened. */
    public readonly bool $test;
    /** Null in a webhook. */
    public readonly ?EventDelivery $delivery;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->type = $data->stringOrNull('type') ?? '';
        $this->createdAt = $data->timeOrNull('created_at');
        $this->test = $data->has('test') && $data->bool('test');
        $delivery = $data->objectOrNull('delivery');
        $this->delivery = $delivery === null ? null : new EventDelivery($delivery);
    }

    /** The purchase as it was at that moment; null if the event is about something else. */
    public function purchase(): ?Purchase
    {
        $object = $this->about('purchase');
        return $object === null ? null : new Purchase($object);
    }

    /** The batch as it was at that moment; null if the event is about something else. */
    public function batch(): ?Batch
    {
        $object = $this->about('batch');
        return $object === null ? null : new Batch($object);
    }

    private function about(string $kind): ?Data
    {
        $object = (new Data($this->raw))->objectOrNull('data')?->objectOrNull('object');
        return $object?->stringOrNull('object') === $kind ? $object : null;
    }
}
