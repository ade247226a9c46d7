<?php

declare(strict_types=1);

namespace Bundlewire;

/** An amount of money. */
final class Money extends Resource
{
    /** In minor units of the currency: 50000 kobo is ₦500.00. */
    public readonly int $amount;
    /** Currency code (ISO 4217). */
    public readonly string $currency;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->amount = $data->int('amount');
        $this->currency = $data->string('currency');
    }
}
