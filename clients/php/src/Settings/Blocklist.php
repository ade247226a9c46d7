<?php

declare(strict_types=1);

namespace Bundlewire\Settings;

use Bundlewire\Data;
use Bundlewire\Resource;

/** How many numbers your account has blocked. They are stored as hashes, so they cannot be listed. */
final class Blocklist extends Resource
{
    public readonly int $count;
    /** Null if no number is blocked. */
    public readonly ?\DateTimeImmutable $firstAddedAt;
    /** Null if no number is blocked. */
    public readonly ?\DateTimeImmutable $lastAddedAt;
    /** After a change: how many numbers it blocked or unblocked. Otherwise null. */
    public readonly ?int $changed;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->count = $data->int('count');
        $this->firstAddedAt = $data->timeOrNull('first_added_at');
        $this->lastAddedAt = $data->timeOrNull('last_added_at');
        $this->changed = $data->intOrNull('changed');
    }
}
