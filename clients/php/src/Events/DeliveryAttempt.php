<?php

declare(strict_types=1);

namespace Bundlewire\Events;

use Bundlewire\Data;
use Bundlewire\Resource;

/** One HTTP request that carried an event. */
class DeliveryAttempt extends Resource
{
    /** `scheduled` or `resent`. */
    public readonly string $kind;
    /** The webhook endpoint that was called; null for the one that your technical contact set. */
    public readonly ?string $endpointId;
    /** Number in the schedule, 1 to 7; null if it was resent. */
    public readonly ?int $number;
    public readonly \DateTimeImmutable $startedAt;
    public readonly ?\DateTimeImmutable $finishedAt;
    /** `delivered` or `failed`; null while it is in progress. */
    public readonly ?string $outcome;
    public readonly ?int $httpStatus;
    /** Why the attempt failed; more values may be added. */
    public readonly ?string $error;
    /** The URL that was called. */
    public readonly ?string $url;
    /** The IP address that was connected to. */
    public readonly ?string $address;
    public readonly ?int $durationMs;
    /** The first 4 KiB of your endpoint's answer. */
    public readonly ?string $answer;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->kind = $data->string('kind');
        $this->endpointId = $data->stringOrNull('endpoint_id');
        $this->number = $data->intOrNull('number');
        $this->startedAt = $data->time('started_at');
        $this->finishedAt = $data->timeOrNull('finished_at');
        $this->outcome = $data->stringOrNull('outcome');
        $this->httpStatus = $data->intOrNull('http_status');
        $this->error = $data->stringOrNull('error');
        $this->url = $data->stringOrNull('url');
        $this->address = $data->stringOrNull('address');
        $this->durationMs = $data->intOrNull('duration_ms');
        $this->answer = $data->stringOrNull('answer');
    }
}
