<?php

declare(strict_types=1);

namespace Bundlewire\Privacy;

use Bundlewire\Data;
use Bundlewire\Money;
use Bundlewire\Resource;

/** A statement line about the number. */
final class ExportedLine extends Resource
{
    public readonly string $id;
    public readonly string $type;
    public readonly \DateTimeImmutable $occurredAt;
    /** The change of the balance. */
    public readonly Money $amount;
    public readonly ?string $purchaseId;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->type = $data->string('type');
        $this->occurredAt = $data->time('occurred_at');
        $this->amount = new Money($data->object('amount'));
        $this->purchaseId = $data->stringOrNull('purchase_id');
    }
}
