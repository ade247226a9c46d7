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
    /**
     * @param string $path starts with `/v1`
     * @param array<string, mixed> $query
     * @param string|(\Closure(): StreamInterface)|null $body JSON, or what opens the file to upload
     * @param bool $file whether a file is uploaded or downloaded
     * @param bool $repeatable whether the body can be sent again
     * @param ?string $reference what makes a repeat safe, for errors
     * @param string $type content type of the body
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
    ) {
    }

    /** @param array<string, mixed> $query */
    public static function get(string $path, array $query = []): self
    {
        return new self('GET', $path, $query);
    }

    /** @param array<string, mixed> $query */
    public static function download(string $path, array $query = []): self
    {
        return new self('GET', $path, $query, accept: 'text/csv', file: true);
    }

    /** @param array<string, mixed>|null $json */
    public static function post(string $path, ?array $json = null, ?string $reference = null): self
    {
        return self::send('POST', $path, $json, $reference);
    }

    /** @param array<string, mixed>|null $json the fields of an object */
    public static function send(string $method, string $path, ?array $json = null, ?string $reference = null): self
    {
        try {
            // An empty array would be a list.
            $body = $json === null ? null : \json_encode((object) $json, \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_UNICODE);
        } catch (\JsonException) {
            throw new InvalidArgumentException('A text of the request is not UTF-8. No request was sent.');
        }
        return new self($method, $path, body: $body, reference: $reference);
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
