<?php

declare(strict_types=1);

namespace Bundlewire\People;

use Bundlewire\Data;
use Bundlewire\Resource;

/** An account of your organisation. */
final class OrganisationAccount extends Resource
{
    public readonly string $id;
    public readonly string $name;
    /** Whether the account buys. Otherwise it uses the sandbox. */
    public readonly bool $livemode;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->name = $data->string('name');
        $this->livemode = $data->bool('livemode');
    }
}
