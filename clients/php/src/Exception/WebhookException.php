<?php

declare(strict_types=1);

namespace Bundlewire\Exception;

use Bundlewire\WebhookProblem;

/** A webhook is not genuine, or its body is not an event. Answer 401, and do not use its content. */
final class WebhookException extends \RuntimeException implements BundlewireException
{
    /** @internal */
    public function __construct(public readonly WebhookProblem $problem)
    {
        parent::__construct($problem->sentence());
    }
}
