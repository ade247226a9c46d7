<?php

declare(strict_types=1);

namespace Bundlewire\Http;

use Bundlewire\Exception\InvalidArgumentException;
use GuzzleHttp\Client as Guzzle;
use GuzzleHttp\Psr7\HttpFactory;
use Nyholm\Psr7\Factory\Psr17Factory;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Symfony\Component\HttpClient\HttpClient as Symfony;
use Symfony\Component\HttpClient\Psr18Client;

/** What sends the requests. PSR-18 has no time limits, so these belong to the HTTP clients that you pass. */
final class HttpClients
{
    /** Uploads and downloads may take an hour, as long as bytes move. */
    private const FILE_SECONDS = 3600;
    private const CONNECT_SECONDS = 10.0;

    /**
     * @param ClientInterface $calls sends all requests without a file; give it a time limit, 30 s for example
     * @param ClientInterface $files sends uploads and downloads, which can take an hour
     */
    public function __construct(
        public readonly ClientInterface $calls,
        public readonly ClientInterface $files,
        public readonly RequestFactoryInterface $requests,
        public readonly StreamFactoryInterface $streams,
    ) {
    }

    /** Your own HTTP client for everything. It must not follow redirects, and it must have a time limit. */
    public static function of(ClientInterface $client): self
    {
        $factory = self::factory();
        return new self($client, $client, $factory, $factory);
    }

    /**
     * Guzzle or Symfony's HTTP client, whichever is installed.
     *
     * @param float $seconds time limit of one attempt; for a file, how long no byte may move
     */
    public static function withTimeLimit(float $seconds): self
    {
        if ($seconds <= 0) {
            throw new InvalidArgumentException('The time limit must be more than 0 seconds.');
        }
        return match (true) {
            \class_exists(Guzzle::class) => self::guzzle($seconds),
            \class_exists(Symfony::class) => self::symfony($seconds),
            default => throw new InvalidArgumentException(
                'No HTTP client is installed. Run "composer require guzzlehttp/guzzle", or pass your own as http.',
            ),
        };
    }

    public static function guzzle(float $seconds): self
    {
        $options = ['allow_redirects' => false, 'connect_timeout' => \min(self::CONNECT_SECONDS, $seconds)];
        $silent = \extension_loaded('curl')
            ? [\CURLOPT_LOW_SPEED_LIMIT => 1, \CURLOPT_LOW_SPEED_TIME => (int) \ceil($seconds)]
            : [];
        $factory = self::factory();
        return new self(
            new Guzzle($options + ['timeout' => $seconds, 'curl' => self::noReuse()]),
            new Guzzle($options + [
                'timeout' => self::FILE_SECONDS,
                'read_timeout' => $seconds,
                'curl' => self::noReuse() + $silent,
            ]),
            $factory,
            $factory,
        );
    }

    public static function symfony(float $seconds): self
    {
        $factory = self::factory();
        $client = static fn (float $silent, float $total): ClientInterface => new Psr18Client(
            Symfony::create([
                'max_redirects' => 0,
                'timeout' => $silent,
                'max_duration' => $total,
                'extra' => ['curl' => self::noReuse()],
            ]),
            $factory,
            $factory,
        );
        return new self($client($seconds, $seconds), $client($seconds, self::FILE_SECONDS), $factory, $factory);
    }

    /**
     * curl itself repeats a request if a connection that it reuses has been closed. The client would not see that an
     * attempt had no answer, so the connection is closed after each request.
     *
     * @return array<int, bool>
     */
    private static function noReuse(): array
    {
        return \extension_loaded('curl') ? [\CURLOPT_FORBID_REUSE => true] : [];
    }

    private static function factory(): RequestFactoryInterface&StreamFactoryInterface&\Psr\Http\Message\ResponseFactoryInterface
    {
        return match (true) {
            \class_exists(HttpFactory::class) => new HttpFactory(),
            \class_exists(Psr17Factory::class) => new Psr17Factory(),
            default => throw new InvalidArgumentException(
                'No PSR-17 factory is installed. Run "composer require nyholm/psr7", or pass your own to HttpClients.',
            ),
        };
    }
}
