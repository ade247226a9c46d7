<?php

declare(strict_types=1);

namespace Bundlewire\Http;

use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Exception\NoAnswerException;
use Psr\Http\Message\StreamInterface;

/**
 * What kind of file is uploaded, and downloads that are read in pieces.
 *
 * @internal
 */
final class Files
{
    private const PIECE_BYTES = 65536;
    /** Spreadsheets by the ending of their names. */
    private const TYPES = [
        'xlsx' => 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'xlsm' => 'application/vnd.ms-excel.sheet.macroenabled.12',
        'xls' => 'application/vnd.ms-excel',
        'ods' => 'application/vnd.oasis.opendocument.spreadsheet',
    ];

    /** The content type of a file with this name or path: that of a spreadsheet, or CSV for any other name. */
    public static function type(string $name): string
    {
        return self::TYPES[\strtolower(\pathinfo($name, \PATHINFO_EXTENSION))] ?? 'text/csv';
    }

    /**
     * @return \Generator<int, string>
     * @throws NoAnswerException when the download breaks off
     */
    public static function pieces(StreamInterface $file): \Generator
    {
        try {
            while (!$file->eof()) {
                $piece = $file->read(self::PIECE_BYTES);
                if ($piece !== '') {
                    yield $piece;
                }
            }
        } catch (\RuntimeException $error) {
            if ($error instanceof \Bundlewire\Exception\BundlewireException) {
                throw $error;
            }
            throw new NoAnswerException('connection', 'The download broke off. Download the file again.');
        }
    }

    /** What a file of this format is requested as. */
    public static function formatType(string $format): string
    {
        return match ($format) {
            'csv' => 'text/csv',
            'xlsx' => self::TYPES['xlsx'],
            default => throw new InvalidArgumentException("The format is $format. Use csv or xlsx."),
        };
    }

    /** The format of a download to this path: `xlsx` or `csv`. */
    public static function formatOf(string $path): string
    {
        $ending = \strtolower(\pathinfo($path, \PATHINFO_EXTENSION));
        if ($ending !== 'xlsx' && isset(self::TYPES[$ending])) {
            throw new InvalidArgumentException("The path ends in .$ending. Use .csv or .xlsx, or give the format.");
        }
        return $ending === 'xlsx' ? 'xlsx' : 'csv';
    }

    /** Writes a download to $path when it is complete. */
    public static function save(StreamInterface $file, string $path): int
    {
        $part = $path . '.part';
        $handle = @\fopen($part, 'wb');
        if ($handle === false) {
            throw new InvalidArgumentException("The file $part cannot be written.");
        }
        try {
            $bytes = 0;
            foreach (self::pieces($file) as $piece) {
                $bytes += \fwrite($handle, $piece) === \strlen($piece)
                    ? \strlen($piece)
                    : throw new InvalidArgumentException("The file $part cannot be written. Check the free space of the disk.");
            }
            \fclose($handle);
        } catch (\Throwable $error) {
            @\unlink($part);
            throw $error;
        }
        \rename($part, $path);
        return $bytes;
    }
}
