<?php

declare(strict_types=1);

namespace Bundlewire\Statements;

use Bundlewire\Data;
use Bundlewire\Resource;

/** One movement of the balance. */
final class StatementLine extends Resource
{
    public readonly string $id;
    public readonly LineType $type;
    /** When the balance changed. */
    public readonly \DateTimeImmutable $occurredAt;
    /** Change in minor units: charges are negative, refunds and funding are positive. */
    public readonly int $amount;
    public readonly string $currency;
    /** Balance after this line, in minor units. */
    public readonly int $balanceAfter;
    /** These four belong to the purchase of a purchase or a reversal; otherwise null. */
    public readonly ?string $purchaseId;
    public readonly ?string $reference;
    public readonly ?string $phoneNumber;
    public readonly ?string $bundleId;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->type = LineType::of($data->string('type'));
        $this->occurredAt = $data->time('occurred_at');
        $this->amount = $data->int('amount');
        $this->currency = $data->string('currency');
        $this->balanceAfter = $data->int('balance_after');
        $this->purchaseId = $data->stringOrNull('purchase_id');
        $this->reference = $data->stringOrNull('reference');
        $this->phoneNumber = $data->stringOrNull('phone_number');
        $this->bundleId = $data->stringOrNull('bundle_id');
    }
}
