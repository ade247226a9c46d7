<?php

/**
 * Loads the package and its tests. Other packages come from composer, or from Debian's packages. If BUNDLEWIRE_AUTOLOAD is
 * set, the package comes from there too: an installation of the artefact.
 */

declare(strict_types=1);

(static function (): void {
    $root = \dirname(__DIR__);
    $folders = ['Bundlewire\\Tests\\' => "$root/tests/", 'Bundlewire\\' => "$root/src/"];
    $installed = \getenv('BUNDLEWIRE_AUTOLOAD');
    if (\is_string($installed) && $installed !== '') {
        require $installed;
        unset($folders['Bundlewire\\']);
    } elseif (\is_file("$root/vendor/autoload.php")) {
        require "$root/vendor/autoload.php";
    } elseif (\is_file('/usr/share/php/GuzzleHttp/autoload.php')) {
        require '/usr/share/php/GuzzleHttp/autoload.php';
        require '/usr/share/php/Psr/Log/autoload.php';
    } else {
        \fwrite(\STDERR, "Run composer install in clients/php, or apt-get install php-guzzlehttp-guzzle php-psr-log.\n");
        exit(1);
    }
    \spl_autoload_register(static function (string $class) use ($folders): void {
        foreach ($folders as $prefix => $folder) {
            $file = $folder . \str_replace('\\', '/', \substr($class, \strlen($prefix))) . '.php';
            if (\str_starts_with($class, $prefix) && \is_file($file)) {
                require $file;
                return;
            }
        }
    });
})();
