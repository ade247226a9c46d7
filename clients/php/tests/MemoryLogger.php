<?php

declare(strict_types=1);

namespace Bundlewire\Tests;

use Psr\Log\AbstractLogger;

final class MemoryLogger extends AbstractLogger
{
    /** @var list<array<mixed>> */
    public array $lines = [];

    /**
     * @param mixed $level
     * @param string|\Stringable $message
     * @param array<mixed> $context
     */
    public function log($level, $message, array $context = []): void
    {
        $this->lines[] = ['level' => $level, 'message' => (string) $message] + $context;
    }
}
