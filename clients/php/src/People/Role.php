<?php

declare(strict_types=1);

namespace Bundlewire\People;

use Bundlewire\Data;
use Bundlewire\Resource;

/** What people may do. */
final class Role extends Resource
{
    /** People have it in `role`. */
    public readonly string $id;
    public readonly string $name;
    /** Whether all organisations have it. */
    public readonly bool $builtIn;
    /** Whether people with this role can only read until they have a second factor. */
    public readonly bool $needsSecondFactor;
    /** @var list<string> such as `batches:read` */
    public readonly array $rights;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->name = $data->string('name');
        $this->builtIn = $data->bool('built_in');
        $this->needsSecondFactor = $data->bool('needs_second_factor');
        $this->rights = $data->texts('rights');
    }
}
