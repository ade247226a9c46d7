<?php

declare(strict_types=1);

namespace Bundlewire\Requests;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Who sent a request. */
final class RequestPrincipal extends Resource
{
    /** `key` or `person`. */
    public readonly string $kind;
    public readonly string $id;
    /** Its name now; null if it has none, or the person has left your organisation. */
    public readonly ?string $name;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->kind = $data->string('kind');
        $this->id = $data->string('id');
        $this->name = $data->stringOrNull('name');
    }
}
