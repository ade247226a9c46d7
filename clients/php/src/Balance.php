<?php

declare(strict_types=1);

namespace Bundlewire;

/** Your prepaid balance. */
final class Balance extends Resource
{
    /** What you can spend now. */
    public readonly Money $available;
    /** The price of pending purchases: charged if they succeed, released if they fail. */
    public readonly Money $held;
    public readonly \DateTimeImmutable $updatedAt;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->available = new Money($data->object('available'));
        $this->held = new Money($data->object('held'));
        $this->updatedAt = $data->time('updated_at');
    }
}
