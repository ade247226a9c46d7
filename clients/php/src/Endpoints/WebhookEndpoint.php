<?php

declare(strict_types=1);

namespace Bundlewire\Endpoints;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Where your events are sent. */
final class WebhookEndpoint extends Resource
{
    public readonly string $id;
    public readonly string $url;
    /** Your own note. */
    public readonly string $description;
    /** @var list<string> the types of event that are sent to this endpoint */
    public readonly array $eventTypes;
    /** Whether events are sent. */
    public readonly bool $enabled;
    public readonly EndpointStatus $status;
    /** Until when the former secret signs as well; null if only one secret signs. */
    public readonly ?\DateTimeImmutable $formerSecretUntil;
    public readonly \DateTimeImmutable $createdAt;
    public readonly \DateTimeImmutable $updatedAt;
    /** The signing secret: only in the answers of create() and rotateSecret(), and never shown again. */
    public readonly ?string $secret;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->url = $data->string('url');
        $this->description = $data->string('description');
        $this->eventTypes = $data->texts('event_types');
        $this->enabled = $data->bool('enabled');
        $this->status = EndpointStatus::of($data->string('status'));
        $this->formerSecretUntil = $data->timeOrNull('former_secret_until');
        $this->createdAt = $data->time('created_at');
        $this->updatedAt = $data->time('updated_at');
        $this->secret = $data->stringOrNull('secret');
    }
}
