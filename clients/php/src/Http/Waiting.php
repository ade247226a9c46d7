<?php

declare(strict_types=1);

namespace Bundlewire\Http;

/**
 * The pauses between reads of an object that changes.
 *
 * @internal
 */
final class Waiting
{
    private const GROWTH = 1.5;
    private const LONGEST = 15.0;
    private const MOST_GROWTH = 10;

    /** @param float $first seconds of the first pause */
    public function __construct(private readonly Clock $clock, private readonly float $first)
    {
    }

    /** @return iterable<int, float> seconds, without end */
    public function pauses(): iterable
    {
        $longest = \min(self::LONGEST, $this->first * self::MOST_GROWTH);
        for ($pause = $this->first; ; $pause = \min($longest, $pause * self::GROWTH)) {
            yield $pause;
        }
    }

    public function now(): float
    {
        return $this->clock->now();
    }

    public function sleep(float $seconds): void
    {
        $this->clock->sleep($seconds);
    }
}
