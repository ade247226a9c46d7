<?php

declare(strict_types=1);

namespace Bundlewire\Statements;

/** A day compared with your records. */
final class Reconciliation
{
    /**
     * @internal
     * @param Statement $statement closed, so it does not change
     * @param bool $addsUp whether the opening balance plus all amounts is the closing balance
     * @param int $matched number of records with a line of the same amount
     * @param list<DifferingLine> $differing records whose line has another amount
     * @param list<MissingLine> $missing records without a line
     * @param list<StatementLine> $unexpected lines of purchases and reversals without a record
     * @param list<StatementLine> $others funding and adjustments, for review by a person
     */
    public function __construct(
        public readonly Statement $statement,
        public readonly bool $addsUp,
        public readonly int $matched,
        public readonly array $differing,
        public readonly array $missing,
        public readonly array $unexpected,
        public readonly array $others,
    ) {
    }
}
