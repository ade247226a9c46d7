<?php

declare(strict_types=1);

namespace Bundlewire\Approvals;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Who acted. */
final class ApprovalActor extends Resource
{
    /** `key`, `person`, `operator` (your technical contact) or `process` (Bundlewire itself). */
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
