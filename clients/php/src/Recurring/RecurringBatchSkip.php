<?php

declare(strict_types=1);

namespace Bundlewire\Recurring;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Why a run was skipped. */
final class RecurringBatchSkip extends Resource
{
    /** Stable code for programs, such as `previous_running`. More may be added. */
    public readonly string $code;
    /** The same for people. */
    public readonly string $message;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->code = $data->string('code');
        $this->message = $data->string('message');
    }
}
