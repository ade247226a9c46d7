<?php

declare(strict_types=1);

namespace Bundlewire\Http;

use Bundlewire\Exception\InvalidArgumentException;

/**
 * An API key that no dump, export or serialisation of the client shows.
 *
 * @internal
 */
final class ApiKey
{
    /** @var \WeakMap<self, string>|null Outside of the object, where dumps do not look. */
    private static ?\WeakMap $keys = null;

    public function __construct(#[\SensitiveParameter] string $key)
    {
        if (\preg_match('/^[\x21-\x7e]+$/D', $key) !== 1) {
            throw new InvalidArgumentException('The API key is empty or has characters that no key has. Check that you copied all of it.');
        }
        self::$keys ??= new \WeakMap();
        self::$keys[$this] = $key;
    }

    public function authorization(): string
    {
        return 'Bearer ' . (self::$keys[$this] ?? throw new \LogicException('A client cannot be serialised. Create a new one.'));
    }
}
