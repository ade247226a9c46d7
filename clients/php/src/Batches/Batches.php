<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Data;
use Bundlewire\Exception\BatchRejectedException;
use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Http\Call;
use Bundlewire\Http\Files;
use Bundlewire\Http\Listing;
use Bundlewire\Http\Transport;
use Bundlewire\Http\Waiting;
use Psr\Http\Message\StreamInterface;

/** Campaigns: one file with up to a million purchases. */
final class Batches
{
    use Commands;
    use Edits;

    /** @internal */
    public function __construct(private readonly Transport $transport, private readonly Waiting $waiting)
    {
    }

    /**
     * Uploads a file from disk, as a stream. The same file under the same reference is the same batch, and buys
     * nothing twice. Without `start => manual` a usable file starts immediately.
     *
     * @param array<string, mixed> $options start, on_invalid, on_insufficient_balance, not_before, send_between, sheet,
     *     on_unknown_columns, duplicate_window_hours, on_duplicate, repair, default_country, data_mb, validity_hours,
     *     column.phone_number …
     */
    public function upload(string $path, string $reference, array $options = []): Batch
    {
        if (!\is_file($path) || !\is_readable($path)) {
            throw new InvalidArgumentException("The file $path cannot be read. Nothing was uploaded.");
        }
        $open = fn (): StreamInterface => $this->transport->open($path);
        return $this->send($open, true, $reference, $options, Files::type($path));
    }

    /**
     * Uploads a file from a stream. A stream that cannot be rewound is sent only once.
     *
     * @param array<string, mixed> $options as for upload()
     * @param string $fileName says by its ending what kind of file it is; CSV without a name
     */
    public function uploadStream(
        StreamInterface $file,
        string $reference,
        array $options = [],
        string $fileName = '',
    ): Batch {
        $again = $file->isSeekable();
        $begin = $again ? $file->tell() : 0;
        $open = static function () use ($file, $again, $begin): StreamInterface {
            if ($again) {
                $file->seek($begin);
            }
            return $file;
        };
        return $this->send($open, $again, $reference, $options, Files::type($fileName));
    }

    public function get(string $id): Batch
    {
        return $this->transport->json(Call::get(Call::path('batches', $id)), self::read(...));
    }

    /**
     * Newest first.
     *
     * @param array<string, mixed> $query reference, status, stage, search, owner, archived, created_from, created_to, limit
     * @return Listing<Batch>
     */
    public function list(array $query = []): Listing
    {
        return new Listing($this->transport, '/v1/batches', $query, self::read(...));
    }

    /**
     * Reads the batch until its rows are checked.
     *
     * @throws BatchRejectedException when the file cannot be used; the exception has the batch with its first errors
     */
    public function untilChecked(string $id): Batch
    {
        return $this->until($id, static fn (Batch $batch): bool => !\in_array(
            $batch->status,
            [BatchStatus::Validating, BatchStatus::Unknown],
            true,
        ));
    }

    /**
     * Reads the batch until it has ended. A batch that is paused for lack of funds waits for them, and so does this call.
     *
     * @param (callable(Batch): void)|null $progress is called with each state that is read
     * @throws BatchRejectedException
     */
    public function untilEnded(string $id, ?callable $progress = null): Batch
    {
        return $this->until($id, static function (Batch $batch) use ($progress): bool {
            if ($progress !== null) {
                $progress($batch);
            }
            return $batch->hasEnded();
        });
    }

    /**
     * The rows in the order of the file.
     *
     * @param array<string, mixed> $query state, reason, network_id, bundle_id, phone_number, only, include, limit
     * @return Listing<BatchRow>
     */
    public function rows(string $id, array $query = []): Listing
    {
        return new Listing($this->transport, Call::path('batches', $id, '/rows'), $query, self::readRow(...));
    }

    /** Counts all rows by network, bundle, state and reason, with their amounts. */
    public function breakdown(string $id): BatchBreakdown
    {
        $read = static fn (Data $data): BatchBreakdown => new BatchBreakdown($data);
        return $this->transport->json(Call::get(Call::path('batches', $id, '/breakdown')), $read);
    }

    /**
     * The uploaded file with the outcome of each row. `only => unbought` has the rows that bought nothing, to correct and
     * upload as a new batch.
     *
     * @param array<string, mixed> $query as for rows(), without limit; amounts (`minor` or `major`), bom
     * @param string $format `csv` or `xlsx`
     */
    public function results(string $id, array $query = [], string $format = 'csv'): StreamInterface
    {
        return $this->transport->download(Call::download(Call::path('batches', $id, '/rows'), $query, $format));
    }

    /**
     * Saves the results as a file. The file appears only when it is complete.
     *
     * @param array<string, mixed> $query as for results()
     * @param ?string $format `csv` or `xlsx`; if it is null, a path that ends in `.xlsx` gets a workbook, and any other
     *     path gets CSV
     * @return int number of bytes
     */
    public function saveResults(string $id, string $path, array $query = [], ?string $format = null): int
    {
        $call = Call::download(Call::path('batches', $id, '/rows'), $query, $format ?? Files::formatOf($path));
        return $this->transport->save($call, $path);
    }

    /** A workbook (.xlsx) to fill in and upload, with your bundles and their prices. */
    public function template(): StreamInterface
    {
        return $this->transport->download(Call::download('/v1/batches/template', format: 'xlsx'));
    }

    /**
     * Saves the template as a file.
     *
     * @return int number of bytes
     */
    public function saveTemplate(string $path): int
    {
        return $this->transport->save(Call::download('/v1/batches/template', format: 'xlsx'), $path);
    }

    /**
     * @param \Closure(): StreamInterface $open
     * @param array<string, mixed> $options
     */
    private function send(\Closure $open, bool $again, string $reference, array $options, string $type): Batch
    {
        if ($reference === '') {
            throw new InvalidArgumentException('The reference is empty. Use your own name for the campaign.');
        }
        $query = ['reference' => $reference] + $options;
        $call = new Call(
            'POST',
            '/v1/batches',
            $query,
            $open,
            file: true,
            repeatable: $again,
            reference: $reference,
            type: $type,
        );
        return $this->transport->json($call, self::read(...));
    }

    /** @param callable(Batch): bool $enough */
    private function until(string $id, callable $enough): Batch
    {
        foreach ($this->waiting->pauses() as $pause) {
            $batch = $this->get($id);
            if ($enough($batch)) {
                return $batch->status === BatchStatus::Rejected ? throw new BatchRejectedException($batch) : $batch;
            }
            $this->waiting->sleep($pause);
        }
    }

    private static function read(Data $data): Batch
    {
        return new Batch($data);
    }

    private static function readRow(Data $data): BatchRow
    {
        return new BatchRow($data);
    }
}
