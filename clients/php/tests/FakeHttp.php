<?php

declare(strict_types=1);

namespace Bundlewire\Tests;

use GuzzleHttp\Psr7\Response;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;

/** An HTTP client that answers as listed, and keeps the requests. */
final class FakeHttp implements ClientInterface
{
    /** @var list<RequestInterface> */
    public array $requests = [];
    /** @var list<string> */
    public array $bodies = [];

    /** @param list<ResponseInterface|\Throwable> $answers */
    public function __construct(private array $answers)
    {
    }

    public function sendRequest(RequestInterface $request): ResponseInterface
    {
        $this->requests[] = $request;
        $this->bodies[] = (string) $request->getBody();
        $answer = \array_shift($this->answers) ?? throw new \LogicException('No answer is left.');
        return $answer instanceof ResponseInterface ? $answer : throw $answer;
    }

    /**
     * @param array<mixed> $json
     * @param array<string, string> $headers
     */
    public static function json(array $json, int $status = 200, array $headers = []): Response
    {
        return new Response($status, $headers + ['Content-Type' => 'application/json'], (string) \json_encode($json));
    }

    /** @param array<string, string> $headers */
    public static function error(int $status, string $code, bool $retryable, array $headers = []): Response
    {
        $error = ['code' => $code, 'message' => 'A reason.', 'retryable' => $retryable, 'request_id' => 'req_1'];
        return self::json(['error' => $error], $status, $headers);
    }

    public static function csv(string $text): Response
    {
        return new Response(200, ['Content-Type' => 'text/csv; charset=utf-8'], $text);
    }

    /** A failure of the network that holds the request, as Guzzle's do. */
    public static function lost(): \Throwable
    {
        $request = new \GuzzleHttp\Psr7\Request('POST', 'https://api.example.com', ['Authorization' => 'Bearer ' . Api::KEY]);
        return new \GuzzleHttp\Exception\ConnectException('cURL error 52: Empty reply +2348031234567', $request);
    }
}
