<?php

declare(strict_types=1);

namespace Bundlewire;

/** The answer to Client::request(). */
final class Answer
{
    /**
     * @internal
     * @param int $status 200, 201 or 202
     * @param \stdClass $body the object as the API sent it
     */
    public function __construct(public readonly int $status, public readonly \stdClass $body)
    {
    }
}
