<?php

declare(strict_types=1);

namespace Bundlewire\Exception;

/** The lines of a day do not lead from its opening balance to its closing balance. Download the day again. */
final class StatementMismatchException extends \RuntimeException implements BundlewireException
{
    /** @internal Amounts are in minor units. */
    public function __construct(
        public readonly string $date,
        public readonly int $expected,
        public readonly int $actual,
        ?string $lineId = null,
    ) {
        parent::__construct(\sprintf(
            'The statement of %s does not add up%s: the balance is %d, but the lines lead to %d. Download the day again.',
            $date,
            $lineId === null ? '' : " at line $lineId",
            $expected,
            $actual,
        ));
    }
}
