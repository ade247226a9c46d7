<?php

declare(strict_types=1);

namespace Bundlewire\Exception;

/** Every exception of this package. */
interface BundlewireException extends \Throwable
{
}
