<?php

declare(strict_types=1);

namespace Bundlewire\Statements;

use Bundlewire\Purchases\Purchase;

/** A record without a line. */
final class MissingLine
{
    /**
     * @internal
     * @param ?Purchase $purchase of the reference; null if it was never received
     */
    public function __construct(
        public readonly OwnRecord $record,
        public readonly ?Purchase $purchase,
        public readonly WhyMissing $why,
    ) {
    }
}
