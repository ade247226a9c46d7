<?php

declare(strict_types=1);

namespace Bundlewire\Statements;

use Bundlewire\Purchases\Purchases;

/**
 * Compares a day with your records. The file is read line by line: only your records and the lines that do not match
 * are in memory.
 *
 * @internal
 */
final class Reconciler
{
    public function __construct(private readonly Statements $statements, private readonly Purchases $purchases)
    {
    }

    /** @param iterable<OwnRecord> $records */
    public function reconcile(string $date, iterable $records): Reconciliation
    {
        $statement = $this->statements->untilClosed($date);
        $open = [];
        foreach ($records as $record) {
            $open[$record->key()] = $record;
        }
        $sum = 0;
        $matched = 0;
        $differing = $unexpected = $others = [];
        foreach ($this->statements->unchecked($date) as $line) {
            $sum += $line->amount;
            if ($line->type !== LineType::Purchase && $line->type !== LineType::Reversal) {
                $others[] = $line;
                continue;
            }
            $key = $line->type->value . ' ' . $line->reference;
            $record = $open[$key] ?? null;
            unset($open[$key]);
            if ($record === null) {
                $unexpected[] = $line;
            } elseif ($record->price === \abs($line->amount)) {
                $matched++;
            } else {
                $differing[] = new DifferingLine($record, $line);
            }
        }
        $addsUp = $statement->openingBalance + $sum === $statement->closingBalance;
        $missing = $this->lookUp($open);
        return new Reconciliation($statement, $addsUp, $matched, $differing, $missing, $unexpected, $others);
    }

    /**
     * @param array<string, OwnRecord> $records
     * @return list<MissingLine>
     */
    private function lookUp(array $records): array
    {
        $missing = [];
        foreach ($records as $record) {
            $purchase = $this->purchases->find($record->reference);
            $missing[] = new MissingLine($record, $purchase, WhyMissing::of($record, $purchase));
        }
        return $missing;
    }
}
