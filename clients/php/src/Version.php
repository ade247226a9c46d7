<?php

declare(strict_types=1);

namespace Bundlewire;

final class Version
{
    public const NUMBER = '0.2.0';

    public static function userAgent(string $suffix = ''): string
    {
        return \rtrim(\sprintf('bundlewire-php/%s (php %s) %s', self::NUMBER, \PHP_VERSION, $suffix));
    }
}
