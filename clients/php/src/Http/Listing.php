<?php

declare(strict_types=1);

namespace Bundlewire\Http;

use Bundlewire\Data;
use Psr\Http\Message\ResponseInterface;

/**
 * A list that is read page by page while you iterate: `foreach ($client->purchases->list() as $purchase)`.
 *
 * @template T
 * @implements \IteratorAggregate<int, T>
 */
final class Listing implements \IteratorAggregate
{
    /**
     * @internal
     * @param array<string, mixed> $query
     * @param \Closure(Data): T $read
     */
    public function __construct(
        private readonly Transport $transport,
        private readonly string $path,
        private readonly array $query,
        private readonly \Closure $read,
    ) {
    }

    /**
     * One page: the first, or the one at the `nextCursor` of the previous page.
     *
     * @return Page<T>
     */
    public function page(?string $cursor = null): Page
    {
        $call = Call::get($this->path, ['cursor' => $cursor] + $this->query);
        return $this->transport->send($call, function (ResponseInterface $response): Page {
            $page = Data::parse((string) $response->getBody());
            return new Page($page->objects('data', $this->read), $page->stringOrNull('next_cursor'));
        });
    }

    /** @return \Generator<int, T> */
    public function getIterator(): \Generator
    {
        $cursor = null;
        $position = 0;
        do {
            $page = $this->page($cursor);
            foreach ($page->data as $item) {
                yield $position++ => $item;
            }
            $cursor = $page->nextCursor;
        } while ($cursor !== null);
    }
}
