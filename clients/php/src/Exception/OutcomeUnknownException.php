<?php

declare(strict_types=1);

namespace Bundlewire\Exception;

/**
 * All attempts are over, and it is unknown whether the purchase or the upload was accepted. Send the same request again
 * with the same reference: nothing is bought twice. Or look the reference up.
 */
final class OutcomeUnknownException extends NoAnswerException
{
    /**
     * @internal
     * @param bool $sentOnce whether the file of an upload could be sent only once
     */
    public function __construct(
        public readonly string $reference,
        ApiException|NoAnswerException $last,
        bool $sentOnce = false,
        ?\Throwable $previous = null,
    ) {
        parent::__construct(
            $last instanceof NoAnswerException ? $last->why : 'unreadable',
            \sprintf(
                '%s It is unknown whether the request with the reference %s was accepted. %s'
                    . 'Send the same request again with the same reference, or look the reference up.',
                self::describe($last),
                $reference,
                $sentOnce ? 'The file was sent once, because its stream cannot be rewound. Open the file again. ' : '',
            ),
            $last->status,
            $last->retryAfter,
            $previous ?? $last,
        );
    }

    /** Without the message of a rejection: that nothing was bought is true of the last attempt only. */
    private static function describe(ApiException|NoAnswerException $last): string
    {
        return $last instanceof NoAnswerException ? $last->getMessage() : \sprintf(
            'An attempt had no answer, and may have been accepted. The last attempt was rejected with %s (HTTP %d, request %s).',
            $last->errorCode,
            $last->status,
            $last->requestId ?? 'unknown',
        );
    }

    /** @internal An upload whose answer was lost, and whose file cannot be opened again. */
    public static function unreadableFile(string $reference, \RuntimeException $error): self
    {
        $why = "The file cannot be read again: {$error->getMessage()}.";
        return new self($reference, new NoAnswerException('connection', $why), previous: $error);
    }
}
