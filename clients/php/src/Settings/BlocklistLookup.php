<?php

declare(strict_types=1);

namespace Bundlewire\Settings;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Whether your account has blocked a number. */
final class BlocklistLookup extends Resource
{
    public readonly string $phoneNumber;
    public readonly bool $blocked;
    /** When it was blocked; null if it is not. */
    public readonly ?\DateTimeImmutable $addedAt;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->phoneNumber = $data->string('phone_number');
        $this->blocked = $data->bool('blocked');
        $this->addedAt = $data->timeOrNull('added_at');
    }
}
