<?php

declare(strict_types=1);

namespace Bundlewire\Http;

/** Time and pauses. Tests replace it. */
class Clock
{
    /** Unix time, in seconds. */
    public function now(): float
    {
        return \microtime(true);
    }

    /** Seconds since any fixed moment; never goes backwards. */
    public function elapsed(): float
    {
        return \hrtime(true) / 1e9;
    }

    public function sleep(float $seconds): void
    {
        if ($seconds > 0) {
            \usleep((int) \ceil($seconds * 1e6));
        }
    }
}
