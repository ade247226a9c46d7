<?php

declare(strict_types=1);

namespace Bundlewire\Exception;

/**
 * An answer is not what the API sends. Calls turn it into a NoAnswerException.
 *
 * @internal
 */
final class UnreadableException extends \UnexpectedValueException implements BundlewireException
{
}
