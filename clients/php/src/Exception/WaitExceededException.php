<?php

declare(strict_types=1);

namespace Bundlewire\Exception;

/** You waited until a time, and the state that you waited for has not come. */
final class WaitExceededException extends \RuntimeException implements BundlewireException
{
}
