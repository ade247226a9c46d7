<?php

declare(strict_types=1);

namespace Bundlewire\Exception;

use Bundlewire\Data;

/** The API rejected the request. */
final class ApiException extends \RuntimeException implements BundlewireException
{
    /** Stable code for programs. New codes may be added. If you do not know a code, use `status` and `retryable`. */
    public readonly string $errorCode;
    /** The field of the request that caused the error. */
    public readonly ?string $param;
    /** Whether the same request can succeed later. */
    public readonly bool $retryable;
    /** Quote it when you ask about the request. */
    public readonly ?string $requestId;
    /** @var array<string, mixed> More facts, depending on the code. */
    public readonly array $details;

    /**
     * @internal
     * @param int $status HTTP status
     * @param ?int $retryAfter seconds to wait before the next attempt, if the API asks for it
     */
    public function __construct(
        public readonly int $status,
        Data $error,
        ?string $requestId,
        public readonly ?int $retryAfter,
    ) {
        $this->errorCode = $error->string('code');
        parent::__construct($error->stringOrNull('message') ?? "The API answered HTTP $status: {$this->errorCode}.", $status);
        $this->param = $error->stringOrNull('param');
        $this->retryable = $error->has('retryable') ? $error->bool('retryable') : $status === 429 || $status >= 500;
        $this->requestId = $error->stringOrNull('request_id') ?? $requestId;
        $this->details = self::toArray($error->raw->details ?? null);
    }

    /** @return array<string, mixed> */
    private static function toArray(mixed $details): array
    {
        $array = [];
        foreach ($details instanceof \stdClass ? (array) $details : [] as $name => $value) {
            $array[(string) $name] = $value;
        }
        return $array;
    }
}
