<?php

declare(strict_types=1);

namespace Bundlewire\Statements;

use Bundlewire\Data;
use Bundlewire\Exception\StatementMismatchException;
use Bundlewire\Http\Call;
use Bundlewire\Http\Files;
use Bundlewire\Http\Transport;
use Bundlewire\Http\Waiting;
use Psr\Http\Message\StreamInterface;

/** Statements of UTC days. A date is `YYYY-MM-DD`. */
final class Statements
{
    /** @internal */
    public function __construct(private readonly Transport $transport, private readonly Waiting $waiting)
    {
    }

    public function get(string $date): Statement
    {
        $read = static fn (Data $data): Statement => new Statement($data);
        return $this->transport->json(Call::get(Call::path('statements', $date)), $read);
    }

    /** Reads the statement until its day is closed, which is shortly after midnight UTC. */
    public function untilClosed(string $date): Statement
    {
        foreach ($this->waiting->pauses() as $pause) {
            $statement = $this->get($date);
            if ($statement->status === StatementStatus::Closed) {
                return $statement;
            }
            $this->waiting->sleep($pause);
        }
    }

    /**
     * The lines of a day, one by one. Every balance is checked on the way, and the closing balance at the end.
     *
     * @param bool $untilClosed whether to wait until the day is closed
     * @return \Generator<int, StatementLine>
     * @throws StatementMismatchException when the lines do not add up
     */
    public function lines(string $date, bool $untilClosed = false): \Generator
    {
        $statement = $untilClosed ? $this->untilClosed($date) : $this->get($date);
        $balance = $statement->openingBalance;
        foreach ($this->unchecked($date) as $line) {
            $balance += $line->amount;
            if ($line->balanceAfter !== $balance) {
                throw new StatementMismatchException($date, $line->balanceAfter, $balance, $line->id);
            }
            yield $line;
        }
        if ($statement->closingBalance !== null && $statement->closingBalance !== $balance) {
            throw new StatementMismatchException($date, $statement->closingBalance, $balance);
        }
    }

    /** The whole day as CSV, with a header row. */
    public function csv(string $date): StreamInterface
    {
        return $this->file($date);
    }

    /**
     * The whole day as a file, or all days up to `to`, which is up to 91 days later.
     *
     * @param array<string, mixed> $query to, amounts (`minor` or `major`), bom
     * @param string $format `csv` or `xlsx`
     */
    public function file(string $date, array $query = [], string $format = 'csv'): StreamInterface
    {
        return $this->transport->download(Call::download(Call::path('statements', $date, '/lines'), $query, $format));
    }

    /**
     * Saves the whole day as a file. The file appears only when it is complete.
     *
     * @param array<string, mixed> $query as for file()
     * @param ?string $format `csv` or `xlsx`; if it is null, a path that ends in `.xlsx` gets a workbook, and any other
     *     path gets CSV
     * @return int number of bytes
     */
    public function save(string $date, string $path, array $query = [], ?string $format = null): int
    {
        $call = Call::download(Call::path('statements', $date, '/lines'), $query, $format ?? Files::formatOf($path));
        return $this->transport->save($call, $path);
    }

    /**
     * @internal The lines without the check.
     * @return \Generator<int, StatementLine>
     */
    public function unchecked(string $date): \Generator
    {
        return StatementFile::lines($this->csv($date));
    }
}
