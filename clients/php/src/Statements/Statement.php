<?php

declare(strict_types=1);

namespace Bundlewire\Statements;

use Bundlewire\Data;
use Bundlewire\Resource;

/** All movements of the balance on one UTC day. */
final class Statement extends Resource
{
    /** The UTC day, `YYYY-MM-DD`. */
    public readonly string $date;
    public readonly StatementStatus $status;
    /** Currency code (ISO 4217). */
    public readonly string $currency;
    /** Balance at 00:00 UTC, in minor units. */
    public readonly int $openingBalance;
    /** Balance at 24:00 UTC, in minor units; null while the day is open. */
    public readonly ?int $closingBalance;
    public readonly StatementTotal $purchasesSuccessful;
    public readonly StatementTotal $purchasesFailed;
    public readonly StatementTotal $reversals;
    public readonly StatementTotal $funding;
    public readonly StatementTotal $adjustments;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $totals = $data->object('totals');
        $this->date = $data->string('date');
        $this->status = StatementStatus::of($data->string('status'));
        $this->currency = $data->string('currency');
        $this->openingBalance = $data->int('opening_balance');
        $this->closingBalance = $data->intOrNull('closing_balance');
        $this->purchasesSuccessful = new StatementTotal($totals->object('purchases_successful'));
        $this->purchasesFailed = new StatementTotal($totals->object('purchases_failed'));
        $this->reversals = new StatementTotal($totals->object('reversals'));
        $this->funding = new StatementTotal($totals->object('funding'));
        $this->adjustments = new StatementTotal($totals->object('adjustments'));
    }
}
