<?php

declare(strict_types=1);

namespace Bundlewire\Settings;

use Bundlewire\Data;
use Bundlewire\Resource;

/** From which IP addresses the keys of your account work. */
final class IpAllowlist extends Resource
{
    /** @var list<string> if it is empty, your keys work from anywhere */
    public readonly array $ranges;
    /** The IP address that the request came from. */
    public readonly string $yourAddress;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->ranges = $data->texts('ranges');
        $this->yourAddress = $data->string('your_address');
    }
}
