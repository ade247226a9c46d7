<?php

declare(strict_types=1);

namespace Bundlewire\Purchases;

use Bundlewire\Data;
use Bundlewire\Money;
use Bundlewire\Resource;

/** One bundle, bought for one phone number. */
final class Purchase extends Resource
{
    public readonly string $id;
    public readonly string $reference;
    /** A purchase only moves forward: pending, then successful or failed, then reversed. */
    public readonly PurchaseStatus $status;
    public readonly string $phoneNumber;
    public readonly string $networkId;
    public readonly PurchasedBundle $bundle;
    /** Held while pending, charged if successful, refunded if reversed. */
    public readonly Money $price;
    public readonly \DateTimeImmutable $createdAt;
    /** The latest time at which the purchase is final. */
    public readonly \DateTimeImmutable $resolveBy;
    /** When the purchase became successful or failed. */
    public readonly ?\DateTimeImmutable $completedAt;
    public readonly ?Delivery $delivery;
    public readonly ?Failure $failure;
    public readonly ?Reversal $reversal;
    /** @var array<string, string> Your own data, as you sent it. */
    public readonly array $metadata;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->reference = $data->string('reference');
        $this->status = PurchaseStatus::of($data->string('status'));
        $this->phoneNumber = $data->string('phone_number');
        $this->networkId = $data->string('network_id');
        $this->bundle = new PurchasedBundle($data->object('bundle'));
        $this->price = new Money($data->object('price'));
        $this->createdAt = $data->time('created_at');
        $this->resolveBy = $data->time('resolve_by');
        $this->completedAt = $data->timeOrNull('completed_at');
        $this->delivery = ($delivery = $data->objectOrNull('delivery')) === null ? null : new Delivery($delivery);
        $this->failure = ($failure = $data->objectOrNull('failure')) === null ? null : new Failure($failure);
        $this->reversal = ($reversal = $data->objectOrNull('reversal')) === null ? null : new Reversal($reversal);
        $this->metadata = $data->strings('metadata');
    }
}
