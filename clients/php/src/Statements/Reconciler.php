<?php

declare(strict_types=1);

namespace Bundlewire\Statements;

use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Exception\StatementOpenException;
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
    public function reconcile(string $date, iterable $records, bool $untilClosed): Reconciliation
    {
        $open = self::byKey($records);
        $statement = $untilClosed ? $this->statements->untilClosed($date) : $this->statements->get($date);
        if ($statement->status !== StatementStatus::Closed) {
            throw new StatementOpenException($date);
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
     * @param iterable<OwnRecord> $records
     * @return array<string, OwnRecord>
     */
    private static function byKey(iterable $records): array
    {
        $open = [];
        $index = 0;
        foreach ($records as $record) {
            if (!$record instanceof OwnRecord) {
                $type = \get_debug_type($record);
                throw new InvalidArgumentException("Record $index is $type. Use new OwnRecord(LineType::Purchase, \$reference, \$price).");
            }
            if (isset($open[$record->key()])) {
                throw new InvalidArgumentException(
                    "Record $index ({$record->key()}) has the type and reference of an earlier record. Give each record once.",
                );
            }
            $open[$record->key()] = $record;
            $index++;
        }
        return $open;
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
