<?php

declare(strict_types=1);

namespace Bundlewire\Tests;

use Bundlewire\Http\Clock;

/** A clock that a pause moves forward. */
final class FakeClock extends Clock
{
    /** @var list<float> */
    public array $pauses = [];

    public function __construct(private float $now = 1_767_225_600.0, private ?\Closure $onPause = null)
    {
    }

    public function now(): float
    {
        return $this->now;
    }

    public function elapsed(): float
    {
        return $this->now;
    }

    public function sleep(float $seconds): void
    {
        $this->pauses[] = $seconds;
        $this->now += $seconds;
        if ($this->onPause !== null) {
            ($this->onPause)();
        }
    }
}
