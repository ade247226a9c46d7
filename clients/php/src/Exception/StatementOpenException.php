<?php

declare(strict_types=1);

namespace Bundlewire\Exception;

/** The day is not closed, so its lines can still change. Nothing was compared. */
final class StatementOpenException extends \RuntimeException implements BundlewireException
{
    /** @internal */
    public function __construct(public readonly string $date)
    {
        parent::__construct(
            "The statement of $date is open, so its lines can still change. "
            . "Reconcile it after its midnight in UTC, or wait with \$client->statements->untilClosed('$date').",
        );
    }
}
