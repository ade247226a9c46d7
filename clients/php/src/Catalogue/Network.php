<?php

declare(strict_types=1);

namespace Bundlewire\Catalogue;

use Bundlewire\Data;
use Bundlewire\Resource;

/** A mobile network that you can buy bundles for. */
final class Network extends Resource
{
    public readonly string $id;
    public readonly string $name;
    /** Country code (ISO 3166-1 alpha-2). */
    public readonly string $country;
    public readonly ServiceLevel $status;
    public readonly ?string $statusMessage;
    public readonly \DateTimeImmutable $statusUpdatedAt;
    /** Null if there were too few purchases to measure. */
    public readonly ?RecentDelivery $recentDelivery;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->name = $data->string('name');
        $this->country = $data->string('country');
        $this->status = ServiceLevel::of($data->string('status'));
        $this->statusMessage = $data->stringOrNull('status_message');
        $this->statusUpdatedAt = $data->time('status_updated_at');
        $recent = $data->objectOrNull('recent_delivery');
        $this->recentDelivery = $recent === null ? null : new RecentDelivery($recent);
    }
}
