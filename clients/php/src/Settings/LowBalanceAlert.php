<?php

declare(strict_types=1);

namespace Bundlewire\Settings;

use Bundlewire\Data;
use Bundlewire\Money;
use Bundlewire\Resource;

/** An e-mail when the available balance falls below an amount. */
final class LowBalanceAlert extends Resource
{
    /** Null if there are no alerts. */
    public readonly ?Money $threshold;
    /** Null if there are no alerts. */
    public readonly ?string $email;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $threshold = $data->objectOrNull('threshold');
        $this->threshold = $threshold === null ? null : new Money($threshold);
        $this->email = $data->stringOrNull('email');
    }
}
