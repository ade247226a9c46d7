<?php

declare(strict_types=1);

namespace Bundlewire\Http;

use Bundlewire\Data;
use Bundlewire\Exception\ApiException;
use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Exception\NoAnswerException;
use Bundlewire\Exception\OutcomeUnknownException;
use Bundlewire\Exception\UnreadableException;
use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamInterface;
use Psr\Log\LoggerInterface;

/**
 * Sends calls, and repeats those that had no answer or failed temporarily. Calls of this API are safe to repeat:
 * purchases and uploads have a reference, and nothing is done twice under one reference. Settings are replaced by the same
 * values, and a second endpoint with one URL is rejected. Those with `ifLost` are repeated only after an answer.
 *
 * @internal
 */
final class Transport
{
    private readonly string $baseUrl;

    public function __construct(
        string $baseUrl,
        private readonly ApiKey $key,
        private readonly HttpClients $http,
        private readonly Retries $retries,
        private readonly LoggerInterface $logger,
        private readonly string $userAgent,
        private readonly float $timeout,
        public readonly Clock $clock,
        private readonly ?string $sandbox = null,
    ) {
        $this->baseUrl = self::checkedUrl($baseUrl);
    }

    /**
     * The answer to a call, as $read returns it. An answer that $read cannot use counts as none.
     *
     * @template T
     * @param callable(ResponseInterface): T $read
     * @return T
     * @throws ApiException|NoAnswerException
     */
    public function send(Call $call, callable $read): mixed
    {
        $began = $this->clock->elapsed();
        $unknown = false;
        for ($attempt = 1; ; $attempt++) {
            try {
                return $this->attempt($call, $attempt, $read);
            } catch (ApiException | NoAnswerException $failure) {
                $unknown = $unknown || $failure instanceof NoAnswerException;
            } catch (\RuntimeException $unreadable) {
                // The file of an upload cannot be opened (again).
                throw $unknown && $call->reference !== null
                    ? OutcomeUnknownException::unreadableFile($call->reference, $unreadable)
                    : $unreadable;
            }
            if ($failure instanceof NoAnswerException && $call->ifLost !== null) {
                throw $failure->thatSays($call->ifLost);
            }
            $later = Retries::canSucceedLater($failure);
            $pause = Retries::pauseAfter($failure, $attempt);
            $late = $this->clock->elapsed() + $pause > $began + $this->retries->withinSeconds;
            if (!$later || !$call->repeatable || $late || $attempt >= $this->retries->attempts) {
                // A rejection says nothing about an earlier attempt without an answer: that one may have bought.
                throw $unknown && $call->reference !== null
                    ? new OutcomeUnknownException($call->reference, $failure, !$call->repeatable)
                    : $failure;
            }
            $this->clock->sleep($pause);
        }
    }

    /**
     * A call whose answer is one JSON object.
     *
     * @template T
     * @param callable(Data): T $read
     * @return T
     */
    public function json(Call $call, callable $read): mixed
    {
        return $this->send($call, static fn (ResponseInterface $response): mixed => $read(Data::parse(self::text($response))));
    }

    /** A call whose answer is a file. */
    public function download(Call $call): StreamInterface
    {
        return $this->send($call, static fn (ResponseInterface $response): StreamInterface => self::file($call, $response));
    }

    /**
     * Downloads a file to $path. A download that breaks off starts again.
     *
     * @return int number of bytes
     */
    public function save(Call $call, string $path): int
    {
        return $this->send($call, static fn (ResponseInterface $response): int => Files::save(self::file($call, $response), $path));
    }

    /** Opens a file to upload. */
    public function open(string $path): StreamInterface
    {
        return $this->http->streams->createStreamFromFile($path);
    }

    /**
     * @template T
     * @param callable(ResponseInterface): T $read
     * @return T
     */
    private function attempt(Call $call, int $attempt, callable $read): mixed
    {
        $request = $this->request($call);
        $client = $call->file ? $this->http->files : $this->http->calls;
        $began = $this->clock->elapsed();
        $response = null;
        try {
            $response = $client->sendRequest($request);
            $result = $response->getStatusCode() >= 200 && $response->getStatusCode() < 300
                ? $read($response)
                : throw self::rejection($response);
            $this->log('info', $call, $attempt, $began, $response);
            return $result;
        } catch (ApiException $rejected) {
            $this->log('warning', $call, $attempt, $began, $response, $rejected->errorCode);
            throw $rejected;
        } catch (UnreadableException $error) {
            $failure = new NoAnswerException(
                'unreadable',
                \sprintf('HTTP %d did not come from the API: %s.', $response?->getStatusCode() ?? 0, $error->getMessage()),
                $response?->getStatusCode(),
                $response === null ? null : self::retryAfter($response),
            );
        } catch (ClientExceptionInterface | \RuntimeException $error) {
            $failure = $this->connectionFailure($error, $this->clock->elapsed() - $began, $call->file);
        }
        $this->log('warning', $call, $attempt, $began, $response, $failure->why);
        throw $failure;
    }

    private function request(Call $call): RequestInterface
    {
        $request = $this->http->requests->createRequest($call->method, $this->baseUrl . $call->path . $call->queryString())
            ->withHeader('Authorization', $this->key->authorization())
            ->withHeader('Accept', $call->accept)
            ->withHeader('User-Agent', $this->userAgent);
        if ($this->sandbox !== null) {
            $request = $request->withHeader('Svc-Sandbox', $this->sandbox);
        }
        if ($call->body === null) {
            return $request;
        }
        $body = \is_string($call->body) ? $this->http->streams->createStream($call->body) : ($call->body)();
        return $request->withHeader('Content-Type', $call->type)->withBody($body);
    }

    /** @throws UnreadableException when the answer has no error of the API */
    private static function rejection(ResponseInterface $response): ApiException
    {
        $requestId = $response->getHeaderLine('Svc-Request-Id');
        return new ApiException(
            $response->getStatusCode(),
            Data::parse(self::text($response))->object('error'),
            $requestId === '' ? null : $requestId,
            self::retryAfter($response),
        );
    }

    /** Exceptions of HTTP clients hold the request with the key, so only a curl error number is kept of them. */
    private function connectionFailure(\Throwable $error, float $seconds, bool $file): NoAnswerException
    {
        $known = \preg_match('/cURL error \d+/', $error->getMessage(), $match) === 1 ? " ({$match[0]})" : '';
        // The time limit of a file is how long no byte may move, so the time that has passed does not show it.
        $late = $file
            ? \preg_match('/cURL error 28\b|\btime(d )?-?out\b/i', $error->getMessage()) === 1
            : $seconds >= $this->timeout * 0.98;
        $limit = $file ? \round($seconds) : $this->timeout;
        return $late
            ? new NoAnswerException('timeout', \sprintf('The API did not answer within %g s%s.', $limit, $known))
            : new NoAnswerException('connection', "The connection failed before the API had answered$known.");
    }

    private function log(string $level, Call $call, int $attempt, float $began, ?ResponseInterface $response, ?string $problem = null): void
    {
        $this->logger->log($level, $problem === null ? 'bundlewire: request answered' : 'bundlewire: request failed', \array_filter([
            'method' => $call->method,
            'path' => $call->path,
            'status' => $response?->getStatusCode(),
            'request_id' => $response?->getHeaderLine('Svc-Request-Id'),
            'attempt' => $attempt,
            'ms' => (int) \round(($this->clock->elapsed() - $began) * 1000),
            'problem' => $problem,
        ], static fn (mixed $value): bool => $value !== null && $value !== ''));
    }

    private static function file(Call $call, ResponseInterface $response): StreamInterface
    {
        if (!\str_starts_with(\strtolower($response->getHeaderLine('Content-Type')), $call->accept)) {
            throw new UnreadableException('it is not the file that was asked for');
        }
        return $response->getBody();
    }

    private static function text(ResponseInterface $response): string
    {
        return (string) $response->getBody();
    }

    private static function retryAfter(ResponseInterface $response): ?int
    {
        $text = $response->getHeaderLine('Retry-After');
        return \preg_match('/^\d{1,6}$/D', $text) === 1 ? (int) $text : null;
    }

    private static function checkedUrl(string $baseUrl): string
    {
        $parts = \parse_url($baseUrl);
        $host = \strtolower(\is_array($parts) ? $parts['host'] ?? '' : '');
        $scheme = \is_array($parts) ? \strtolower($parts['scheme'] ?? '') : '';
        $local = \in_array($host, ['localhost', '[::1]'], true) || \preg_match('/^127(\.\d{1,3}){3}$/D', $host) === 1;
        if ($host === '' || ($scheme !== 'https' && !($scheme === 'http' && $local))) {
            throw new InvalidArgumentException(
                'The base URL must begin with https://, because requests carry your API key. Only localhost may use http://.',
            );
        }
        return \rtrim($baseUrl, '/');
    }
}
