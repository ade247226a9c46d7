<?php

declare(strict_types=1);

namespace Bundlewire;

/** An object of the API. */
abstract class Resource implements \JsonSerializable
{
    /** The object as the API sent it, with fields and values that this version of the package does not know. */
    public readonly \stdClass $raw;

    /** @internal The package creates these objects from answers. */
    public function __construct(Data $data)
    {
        $this->raw = $data->raw;
    }

    public function jsonSerialize(): \stdClass
    {
        return $this->raw;
    }
}
