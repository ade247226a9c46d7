<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Data;
use Bundlewire\Money;
use Bundlewire\Resource;

/** Rows of a batch with the same network, bundle, state and reason. */
final class BatchOutcome extends Resource
{
    /** Null if it is not known. */
    public readonly ?string $networkId;
    /** Null if the rows have none that can be bought. */
    public readonly ?string $bundleId;
    public readonly RowState $state;
    /** Why they were not bought; null if they were bought, or wait. More values may be added. */
    public readonly ?string $reason;
    /** Whether a retry may buy the rows as they are: `may_work`, `with_care` or `never`; null if they were bought, or wait. */
    public readonly ?string $retry;
    /** Number of rows. */
    public readonly int $rows;
    /** Sum of their prices: charged, held or, for rows that were not bought, neither. */
    public readonly Money $amount;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->networkId = $data->stringOrNull('network_id');
        $this->bundleId = $data->stringOrNull('bundle_id');
        $this->state = RowState::of($data->string('state'));
        $this->reason = $data->stringOrNull('reason');
        $this->retry = $data->stringOrNull('retry');
        $this->rows = $data->int('rows');
        $this->amount = new Money($data->object('amount'));
    }
}
