<?php

declare(strict_types=1);

namespace Bundlewire\Audit;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Who acted. */
final class AuditPrincipal extends Resource
{
    /** `key`, `person` or `platform`. */
    public readonly string $kind;
    /** Id of the key or person; null for the platform. */
    public readonly ?string $id;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->kind = $data->string('kind');
        $this->id = $data->stringOrNull('id');
    }
}
