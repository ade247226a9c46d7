<?php

declare(strict_types=1);

namespace Bundlewire\Purchases;

/** The answer to a purchase. */
final class Bought
{
    /**
     * @internal
     * @param bool $created false if the reference was used before; `purchase` is then the first purchase
     */
    public function __construct(public readonly Purchase $purchase, public readonly bool $created)
    {
    }
}
