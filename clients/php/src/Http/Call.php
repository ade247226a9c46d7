<?php

declare(strict_types=1);

namespace Bundlewire\Http;

use Bundlewire\Exception\InvalidArgumentException;
use Psr\Http\Message\StreamInterface;

/**
 * One request of the API, which can be sent several times.
 *
 * @internal
 */
final class Call
{
    /** Without a query, and without characters or segments that would lead to another address. */
    private const ANY_PATH = '#^/v\d+(/(?!\.{1,2}(/|$))[\w.~:%@!$&\'()*+,;=-]+)+$#D';

    /**
     * @param string $path starts with `/v1`
     * @param array<string, mixed> $query
     * @param string|(\Closure(): StreamInterface)|null $body JSON, or what opens the file to upload
     * @param bool $file whether a file is uploaded or downloaded
     * @param bool $repeatable whether the body can be sent again
     * @param ?string $reference what makes a repeat safe, for errors
     * @param string $type content type of the body
     * @param ?string $ifLost what to do after a lost answer, for a call whose answer shows a secret once: it is not sent
     *     again then
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly array $query = [],
        public readonly string|\Closure|null $body = null,
        public readonly string $accept = 'application/json',
        public readonly bool $file = false,
        public readonly bool $repeatable = true,
        public readonly ?string $reference = null,
        public readonly string $type = 'application/json',
        public readonly ?string $ifLost = null,
    ) {
    }

    /** @param array<string, mixed> $query */
    public static function get(string $path, array $query = []): self
    {
        return new self('GET', $path, $query);
    }

    /**
     * @param array<string, mixed> $query
     * @param string $format `csv` or `xlsx`
     */
    public static function download(string $path, array $query = [], string $format = 'csv'): self
    {
        return new self('GET', $path, $query, accept: Files::formatType($format), file: true);
    }

    /**
     * A request to an operation that the package may not know. The reference in its body or query keeps an unknown
     * outcome unknown.
     *
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $json
     */
    public static function any(string $method, string $path, array $query, ?array $json): self
    {
        if (!\in_array($method, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], true)) {
            throw new InvalidArgumentException("$method is not a method of the API, such as GET or POST.");
        }
        if (\preg_match(self::ANY_PATH, $path) !== 1) {
            throw new InvalidArgumentException('The path must be a path such as /v1/balance. Give parameters as query.');
        }
        $reference = $json['reference'] ?? $query['reference'] ?? null;
        $named = $method !== 'GET' && \is_string($reference) && $reference !== '';
        $body = self::send($method, $path, $json)->body;
        return new self($method, $path, $query, $body, reference: $named ? $reference : null);
    }

    /** @param array<string, mixed>|null $json */
    public static function post(string $path, ?array $json = null, ?string $reference = null): self
    {
        return self::send('POST', $path, $json, $reference);
    }

    /** @param array<string, mixed>|null $json the fields of an object */
    public static function send(
        string $method,
        string $path,
        ?array $json = null,
        ?string $reference = null,
        ?string $ifLost = null,
    ): self {
        try {
            // An empty array would be a list.
            $body = $json === null ? null : \json_encode((object) $json, \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_UNICODE);
        } catch (\JsonException) {
            throw new InvalidArgumentException('A text of the request is not UTF-8. No request was sent.');
        }
        return new self($method, $path, body: $body, reference: $reference, ifLost: $ifLost);
    }

    /** The path of one object. */
    public static function path(string $list, string $id, string $more = ''): string
    {
        if ($id === '') {
            throw new InvalidArgumentException('The id is empty. No request was sent.');
        }
        return "/v1/$list/" . \rawurlencode($id) . $more;
    }

    /** The query, with `?`; empty if there is none. */
    public function queryString(): string
    {
        $query = [];
        foreach ($this->query as $name => $value) {
            if ($value !== null) {
                $query[$name] = self::text($name, $value);
            }
        }
        return $query === [] ? '' : '?' . \http_build_query($query, '', '&', \PHP_QUERY_RFC3986);
    }

    private static function text(string $name, mixed $value): string
    {
        return match (true) {
            \is_bool($value) => $value ? 'true' : 'false',
            \is_string($value), \is_int($value) => (string) $value,
            $value instanceof \BackedEnum => (string) $value->value,
            $value instanceof \DateTimeInterface => \DateTimeImmutable::createFromInterface($value)
                ->setTimezone(new \DateTimeZone('UTC'))->format('Y-m-d\TH:i:s.v\Z'),
            default => throw new InvalidArgumentException("The parameter $name has a value that cannot be sent."),
        };
    }
}
