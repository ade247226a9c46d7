<?php

declare(strict_types=1);

namespace Bundlewire\Statements;

use Bundlewire\Data;
use Bundlewire\Exception\NoAnswerException;
use Bundlewire\Exception\UnreadableException;
use Bundlewire\Http\Files;
use Psr\Http\Message\StreamInterface;

/**
 * Reads the CSV file of a day, line by line. No value contains a comma or a quote.
 *
 * @internal
 */
final class StatementFile
{
    private const NEEDED = ['line_id', 'type', 'occurred_at', 'amount', 'currency', 'balance_after'];
    private const AMOUNTS = ['amount', 'balance_after'];

    /**
     * @return \Generator<int, StatementLine>
     * @throws NoAnswerException when it is not a statement file, or is incomplete
     */
    public static function lines(StreamInterface $file): \Generator
    {
        $columns = null;
        foreach (self::textLines($file) as $text) {
            if ($columns === null) {
                $columns = \explode(',', $text);
                if (\array_diff(self::NEEDED, $columns) !== []) {
                    throw self::unreadable('its header is different');
                }
                continue;
            }
            yield self::line($columns, \explode(',', $text));
        }
        if ($columns === null) {
            throw self::unreadable('it has no header');
        }
    }

    /** @return \Generator<int, string> */
    private static function textLines(StreamInterface $file): \Generator
    {
        $rest = '';
        foreach (Files::pieces($file) as $piece) {
            $lines = \explode("\n", $rest . $piece);
            $rest = (string) \array_pop($lines);
            foreach ($lines as $line) {
                yield $line;
            }
        }
        if ($rest !== '') {
            throw self::unreadable('its last line is incomplete');
        }
    }

    /**
     * @param list<string> $columns
     * @param list<string> $cells
     */
    private static function line(array $columns, array $cells): StatementLine
    {
        if (\count($columns) !== \count($cells)) {
            throw self::unreadable('a line has another number of cells than its header');
        }
        $raw = new \stdClass();
        $raw->object = 'statement_line';
        foreach (\array_combine($columns, $cells) as $column => $cell) {
            $name = $column === 'line_id' ? 'id' : (string) $column;
            $isAmount = \in_array($name, self::AMOUNTS, true) && (string) (int) $cell === $cell;
            $raw->{$name} = $isAmount ? (int) $cell : ($cell === '' ? null : $cell);
        }
        try {
            return new StatementLine(new Data($raw));
        } catch (UnreadableException $error) {
            throw self::unreadable($error->getMessage());
        }
    }

    private static function unreadable(string $why): NoAnswerException
    {
        return new NoAnswerException('unreadable', "The statement file cannot be read: $why. Download it again.");
    }
}
