<?php

declare(strict_types=1);

namespace Bundlewire\Exception;

/**
 * There was no answer that came from the API, in any attempt: the connection failed, time ran out, or something else
 * answered. The exception of the HTTP client is left out, because it holds your API key.
 */
class NoAnswerException extends \RuntimeException implements BundlewireException
{
    /**
     * @internal
     * @param 'timeout'|'connection'|'unreadable' $why
     * @param ?int $status HTTP status of the answer that could not be used
     * @param ?int $retryAfter seconds to wait before the next attempt, if the answer asked for it
     */
    public function __construct(
        public readonly string $why,
        string $message,
        public readonly ?int $status = null,
        public readonly ?int $retryAfter = null,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, $status ?? 0, $previous);
    }

    /** @internal The same failure, with what to do after it. */
    public function thatSays(string $advice): self
    {
        return new self($this->why, "{$this->getMessage()} $advice", $this->status, $this->retryAfter, $this);
    }
}
