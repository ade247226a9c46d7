<?php

declare(strict_types=1);

namespace Bundlewire\Statements;

use Bundlewire\Exception\InvalidArgumentException;

/** A record in your books: a purchase that was charged on the day, or a reversal that was refunded on it. */
final class OwnRecord
{
    /** @param int $price in minor units, positive */
    public function __construct(
        public readonly LineType $type,
        public readonly string $reference,
        public readonly int $price,
    ) {
        if ($type !== LineType::Purchase && $type !== LineType::Reversal) {
            throw new InvalidArgumentException('An own record is a purchase or a reversal.');
        }
    }

    /** @internal */
    public function key(): string
    {
        return $this->type->value . ' ' . $this->reference;
    }
}
