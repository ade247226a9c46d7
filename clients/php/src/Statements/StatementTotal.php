<?php

declare(strict_types=1);

namespace Bundlewire\Statements;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Count and sum of one kind of outcome. */
final class StatementTotal extends Resource
{
    public readonly int $count;
    /** In minor units: charges are negative, refunds and funding are positive. */
    public readonly int $amount;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->count = $data->int('count');
        $this->amount = $data->int('amount');
    }
}
