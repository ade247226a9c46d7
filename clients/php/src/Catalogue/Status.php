<?php

declare(strict_types=1);

namespace Bundlewire\Catalogue;

use Bundlewire\Data;
use Bundlewire\Resource;

/** The status of the service and of the networks that you can buy for. */
final class Status extends Resource
{
    public readonly ServiceLevel $platform;
    /** Short explanation if the platform is not operational. */
    public readonly ?string $message;
    /** @var list<Network> */
    public readonly array $networks;
    public readonly \DateTimeImmutable $updatedAt;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->platform = ServiceLevel::of($data->object('platform')->string('status'));
        $this->message = $data->object('platform')->stringOrNull('message');
        $this->networks = $data->objects('networks', static fn (Data $network): Network => new Network($network));
        $this->updatedAt = $data->time('updated_at');
    }
}
