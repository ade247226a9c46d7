<?php

declare(strict_types=1);

namespace Bundlewire\Http;

use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Exception\NoAnswerException;
use Psr\Http\Message\StreamInterface;

/**
 * Downloads, read in pieces.
 *
 * @internal
 */
final class Files
{
    private const PIECE_BYTES = 65536;

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
