<?php

declare(strict_types=1);

namespace Bundlewire\Exception;

use Bundlewire\Batches\Batch;

/** The file of a campaign cannot be used. Nothing was bought. `batch->errors` has the first 20 errors of rows. */
final class BatchRejectedException extends \RuntimeException implements BundlewireException
{
    /** @internal */
    public function __construct(public readonly Batch $batch)
    {
        $rejection = $batch->rejection;
        $reason = $rejection === null ? 'The file cannot be used.' : $rejection->message;
        parent::__construct($reason . ($rejection?->line === null ? '' : " (line {$rejection->line})"));
    }
}
