<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Http\Call;

/**
 * What changes rows before the start, and tries them again after the end: methods of Batches.
 *
 * @internal
 */
trait Edits
{
    /**
     * Corrects, drops or restores a row of a batch that is `ready`. A field that is null is again as in the file. Read the
     * batch again before you start it: its cost and its `revision` have changed.
     *
     * @param array<string, mixed> $changes phone_number, bundle_id, data_mb, validity_hours, dropped, revision. With the
     *     revision of the batch that you have seen, a change that someone else made since is an ApiException with status 409.
     */
    public function changeRow(string $id, int $line, array $changes): BatchRow
    {
        $call = Call::send('PATCH', Call::path('batches', $id, "/rows/$line"), $changes);
        return $this->transport->json($call, self::readRow(...));
    }

    /**
     * Changes up to 1,000 rows of a batch that is `ready`, all or none.
     *
     * @param list<array<string, mixed>> $edits each with its line, and fields as for changeRow()
     * @param ?int $revision of the batch that you have seen
     */
    public function changeRows(string $id, array $edits, ?int $revision = null): Batch
    {
        $fields = ['edits' => \array_values($edits)] + ($revision === null ? [] : ['revision' => $revision]);
        return $this->transport->json(Call::send('PATCH', Call::path('batches', $id, '/rows'), $fields), self::read(...));
    }

    /** Checks all rows of a batch that is `ready` again: prices, bundles and duplicates. */
    public function recheck(string $id): Batch
    {
        return $this->command($id, '/recheck');
    }

    /**
     * Makes a batch of the rows that failed for reasons that may pass. It waits for start(). If such a batch is open, the
     * exception is an ApiException with status 409, and `details['batch_id']` has its id. Without a $reference, this also
     * happens if the answer to an earlier attempt was lost.
     *
     * @param ?list<string> $reasons only rows with these reasons
     */
    public function retry(string $id, ?string $reference = null, ?array $reasons = null): Batch
    {
        if ($reference === '') {
            throw new InvalidArgumentException('The reference is empty. Use your own name for the campaign, or null.');
        }
        $fields = ($reference === null ? [] : ['reference' => $reference])
            + ($reasons === null ? [] : ['reasons' => \array_values($reasons)]);
        return $this->transport->json(
            Call::post(Call::path('batches', $id, '/retry'), $fields, $reference),
            self::read(...),
        );
    }
}
