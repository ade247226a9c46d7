<?php

declare(strict_types=1);

namespace Bundlewire\Privacy;

use Bundlewire\Data;
use Bundlewire\Resource;

/** A cell of your file. */
final class ExportedCell extends Resource
{
    public readonly string $column;
    public readonly string $value;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->column = $data->string('column');
        $this->value = $data->string('value');
    }
}
