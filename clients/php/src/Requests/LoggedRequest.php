<?php

declare(strict_types=1);

namespace Bundlewire\Requests;

use Bundlewire\Data;
use Bundlewire\Resource;

/** A request to the API, as the log of requests lists it. */
class LoggedRequest extends Resource
{
    /** As its answer had it. */
    public readonly string $id;
    /** When it was answered. */
    public readonly \DateTimeImmutable $createdAt;
    public readonly string $method;
    /** With its query, decoded. */
    public readonly string $path;
    /** The HTTP status of the answer. */
    public readonly int $status;
    /** From the arrival of the request to the end of its answer. */
    public readonly int $durationMs;
    public readonly RequestPrincipal $principal;
    /** IP address of the client; null if it is not known. */
    public readonly ?string $address;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->createdAt = $data->time('created_at');
        $this->method = $data->string('method');
        $this->path = $data->string('path');
        $this->status = $data->int('status');
        $this->durationMs = $data->int('duration_ms');
        $this->principal = new RequestPrincipal($data->object('principal'));
        $this->address = $data->stringOrNull('address');
    }
}
