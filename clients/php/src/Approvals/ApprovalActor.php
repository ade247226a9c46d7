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
    /** Name of the key or person; null if it is not known, and in events. */
    public readonly ?string $name;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->kind = $data->string('kind');
        $this->id = $data->string('id');
        $this->name = $data->stringOrNull('name');
    }
}
