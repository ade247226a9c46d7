<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Data;
use Bundlewire\Resource;

/** A cell of one of your own columns. */
final class OwnColumn extends Resource
{
    /** Name of the column in your file. */
    public readonly string $name;
    /** The cell, as in the file. */
    public readonly string $value;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->name = $data->string('name');
        $this->value = $data->string('value');
    }
}
