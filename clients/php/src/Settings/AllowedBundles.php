<?php

declare(strict_types=1);

namespace Bundlewire\Settings;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Which of the bundles that are sold to your account it buys. */
final class AllowedBundles extends Resource
{
    /** @var ?list<string> null if it buys every bundle that is sold to it */
    public readonly ?array $bundleIds;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->bundleIds = $data->has('bundle_ids') ? $data->texts('bundle_ids') : null;
    }
}
