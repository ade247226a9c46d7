<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Who uploaded a batch. */
final class BatchOwner extends Resource
{
    /** `key`, `person` or `operator`, your technical contact. More may be added. */
    public readonly string $kind;
    /** Id of the key or person; otherwise a name. */
    public readonly string $id;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->kind = $data->string('kind');
        $this->id = $data->string('id');
    }
}
