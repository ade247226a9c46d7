<?php

declare(strict_types=1);

namespace Bundlewire\Endpoints;

use Bundlewire\Data;
use Bundlewire\Events\DeliveryAttempt;

/** One HTTP request that carried an event to an endpoint. */
final class WebhookEndpointAttempt extends DeliveryAttempt
{
    public readonly string $eventId;
    /** `purchase.successful`, for example. */
    public readonly string $eventType;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->eventId = $data->string('event_id');
        $this->eventType = $data->string('event_type');
    }
}
