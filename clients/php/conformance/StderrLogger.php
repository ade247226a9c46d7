<?php

declare(strict_types=1);

namespace Bundlewire\Conformance;

use Psr\Log\AbstractLogger;

/** Writes log lines to standard error. */
final class StderrLogger extends AbstractLogger
{
    /**
     * @param mixed $level
     * @param string|\Stringable $message
     * @param array<mixed> $context
     */
    public function log($level, $message, array $context = []): void
    {
        \fwrite(\STDERR, "$level $message " . \json_encode($context, \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_SLASHES) . "\n");
    }
}
