<?php

declare(strict_types=1);

namespace Bundlewire\Settings;

use Bundlewire\Data;
use Bundlewire\Resource;

/** Who gets e-mails about your campaigns. If a list is empty, no one does. */
final class Notices extends Resource
{
    /** @var list<string> when a campaign is checked and waits to be started */
    public readonly array $ready;
    /** @var list<string> when all rows of a campaign are done */
    public readonly array $completed;
    /** @var list<string> when a campaign pauses, except for money or on request */
    public readonly array $paused;
    /** @var list<string> when a campaign pauses because the balance is too low */
    public readonly array $needsMoney;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->ready = $data->texts('ready');
        $this->completed = $data->texts('completed');
        $this->paused = $data->texts('paused');
        $this->needsMoney = $data->texts('needs_money');
    }
}
