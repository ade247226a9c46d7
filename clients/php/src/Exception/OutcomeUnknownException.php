<?php

declare(strict_types=1);

namespace Bundlewire\Exception;

/**
 * All attempts are over, and it is unknown whether the purchase or the upload was accepted. Send the same request again
 * with the same reference: nothing is bought twice. Or look the reference up.
 */
final class OutcomeUnknownException extends NoAnswerException
{
    /** @internal */
    public function __construct(public readonly string $reference, ApiException|NoAnswerException $last)
    {
        parent::__construct(
            $last instanceof NoAnswerException ? $last->why : 'unreadable',
            \sprintf(
                '%s It is unknown whether the request with the reference %s was accepted. '
                    . 'Send the same request again with the same reference, or look the reference up.',
                $last->getMessage(),
                $reference,
            ),
            $last->status,
            $last->retryAfter,
            $last,
        );
    }
}
