<?php

/** Just enough of Laravel to call a route of `routes.php` with two webhooks: a genuine one, and one with a wrong secret. */

declare(strict_types=1);

namespace Illuminate\Http {
    final class Request
    {
        public readonly object $headers;

        /** @param array<string, list<string>> $headers */
        public function __construct(private readonly string $content, array $headers)
        {
            $this->headers = new class ($headers) {
                /** @param array<string, list<string>> $headers */
                public function __construct(private readonly array $headers)
                {
                }

                /** @return array<string, list<string>> */
                public function all(): array
                {
                    return $this->headers;
                }
            };
        }

        public function getContent(): string
        {
            return $this->content;
        }
    }
}

namespace Illuminate\Support\Facades {
    final class Route
    {
        /** @var array<string, \Closure> */
        public static array $routes = [];

        public static function post(string $path, \Closure $action): void
        {
            self::$routes[$path] = $action;
        }
    }
}

namespace {
    use Illuminate\Http\Request;
    use Illuminate\Support\Facades\Route;

    const SECRET = 'whsec_right';

    function config(string $key): string
    {
        return $key === 'services.bundlewire.webhook_secret' ? SECRET : throw new LogicException($key);
    }

    function response(string $body, int $status): int
    {
        return $status;
    }

    require 'vendor/autoload.php';
    require 'routes.php';

    $body = '{"id":"evt_1","object":"event","type":"purchase.failed"}';
    $time = (string) time();
    foreach ([SECRET, 'whsec_wrong'] as $secret) {
        $signature = 'v1=' . hash_hmac('sha256', "$time.$body", $secret);
        $request = new Request($body, ['svc-timestamp' => [$time], 'svc-signature' => [$signature]]);
        echo (Route::$routes['/webhooks/bundlewire'])($request), "\n";
    }
}
