<?php

declare(strict_types=1);

namespace Bundlewire\Http;

/**
 * One page of a list.
 *
 * @template T
 */
final class Page
{
    /**
     * @internal
     * @param list<T> $data
     * @param ?string $nextCursor of the next page; null on the last page
     */
    public function __construct(public readonly array $data, public readonly ?string $nextCursor)
    {
    }
}
