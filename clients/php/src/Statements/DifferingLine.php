<?php

declare(strict_types=1);

namespace Bundlewire\Statements;

/** A record whose line has another amount. */
final class DifferingLine
{
    /** @internal */
    public function __construct(public readonly OwnRecord $record, public readonly StatementLine $line)
    {
    }
}
