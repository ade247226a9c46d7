<?php

declare(strict_types=1);

namespace Bundlewire\Exception;

/** An argument is wrong. No request was sent. */
final class InvalidArgumentException extends \InvalidArgumentException implements BundlewireException
{
}
