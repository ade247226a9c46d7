<?php

declare(strict_types=1);

namespace Bundlewire\Http;

use Bundlewire\Exception\ApiException;
use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Exception\NoAnswerException;

/** How often, and for how long, a request is sent again. */
final class Retries
{
    private const PAUSE = 0.25;
    private const LONGEST_PAUSE = 8.0;

    /**
     * @param int $attempts how often a request is sent in all; 1 means no retry. With the default, the time decides
     * @param float $withinSeconds no attempt starts later than this after the first one
     */
    public function __construct(public readonly int $attempts = 20, public readonly float $withinSeconds = 60.0)
    {
        if ($attempts < 1) {
            throw new InvalidArgumentException('A request needs at least one attempt. Set attempts to 1 or more.');
        }
    }

    /** Whether the same request can succeed later. */
    public static function canSucceedLater(ApiException|NoAnswerException $failure): bool
    {
        if ($failure instanceof NoAnswerException) {
            return true;
        }
        return $failure->retryable || $failure->status === 429;
    }

    /** Seconds until the next attempt: what the answer asks for, otherwise a pause that doubles, with jitter. */
    public static function pauseAfter(ApiException|NoAnswerException $failure, int $attempt): float
    {
        $grown = \min(self::LONGEST_PAUSE, self::PAUSE * 2 ** ($attempt - 1)) * (0.5 + \random_int(0, 500) / 1000);
        return $failure->retryAfter === null ? $grown : $failure->retryAfter + $grown / 4;
    }
}
