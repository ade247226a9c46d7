<?php

declare(strict_types=1);

namespace Bundlewire\Statements;

use Bundlewire\Exception\InvalidArgumentException;

/** A record in your books: a purchase that was charged on the day, or a reversal that was refunded on it. */
final class OwnRecord
{
    public readonly int $price;

    /**
     * @param int $price in minor units, positive: 100000 is ₦1,000.00. A text or a fraction is an
     *     InvalidArgumentException, because PHP would cut or convert it silently.
     */
    public function __construct(
        public readonly LineType $type,
        public readonly string $reference,
        mixed $price,
    ) {
        if ($type !== LineType::Purchase && $type !== LineType::Reversal) {
            throw new InvalidArgumentException("The record '$reference' has the type {$type->name}. Use Purchase or Reversal.");
        }
        if ($reference === '') {
            throw new InvalidArgumentException('A record has no reference. Use the one that you bought with.');
        }
        if (!\is_int($price) || $price <= 0) {
            throw new InvalidArgumentException(\sprintf(
                "The record '%s' has the price %s (%s). Use a positive int in minor units, for reversals too: 100000 is ₦1,000.00.",
                $reference,
                \is_scalar($price) ? \var_export($price, true) : 'that you gave',
                \get_debug_type($price),
            ));
        }
        $this->price = $price;
    }

    /** @internal */
    public function key(): string
    {
        return $this->type->value . ' ' . $this->reference;
    }
}
