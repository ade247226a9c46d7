<?php

declare(strict_types=1);

namespace Bundlewire;

/** An amount of money, as the API sends it, or as you send it: `Money::of(5000000, 'NGN')` is ₦50,000.00. */
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

    /**
     * An amount to send.
     *
     * @param int $amount in minor units
     * @param string $currency code (ISO 4217)
     */
    public static function of(int $amount, string $currency): self
    {
        return new self(new Data((object) ['amount' => $amount, 'currency' => $currency]));
    }
}
