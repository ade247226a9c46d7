<?php

declare(strict_types=1);

namespace Bundlewire\Privacy;

use Bundlewire\Data;
use Bundlewire\Purchases\Purchase;
use Bundlewire\Resource;

/** What your records hold about a phone number. */
final class NumberExport extends Resource
{
    public readonly string $phoneNumber;
    /** @var list<Purchase> newest first */
    public readonly array $purchases;
    /** @var list<ExportedLine> */
    public readonly array $statementLines;
    /** @var list<ExportedEvent> */
    public readonly array $events;
    /** @var list<ExportedCallback> those that are still stored */
    public readonly array $callbacks;
    /** @var list<ExportedRow> rows for the number, and rows that mention it */
    public readonly array $campaignRows;
    /** When you blocked the number; null if you did not. */
    public readonly ?\DateTimeImmutable $blockedAt;
    /** The stored look-up of its network; null if there is none. */
    public readonly ?ExportedLookup $lookedUp;
    /** False if there are more than 10,000 purchases or rows: then some are left out. */
    public readonly bool $isComplete;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->phoneNumber = $data->string('phone_number');
        $this->purchases = $data->objects('purchases', static fn (Data $one): Purchase => new Purchase($one));
        $this->statementLines = $data->objects('statement_lines', static fn (Data $one): ExportedLine => new ExportedLine($one));
        $this->events = $data->objects('events', static fn (Data $one): ExportedEvent => new ExportedEvent($one));
        $this->callbacks = $data->objects('callbacks', static fn (Data $one): ExportedCallback => new ExportedCallback($one));
        $this->campaignRows = $data->objects('campaign_rows', static fn (Data $one): ExportedRow => new ExportedRow($one));
        $this->blockedAt = $data->timeOrNull('blocked_at');
        $this->lookedUp = ($lookedUp = $data->objectOrNull('looked_up')) === null ? null : new ExportedLookup($lookedUp);
        $this->isComplete = $data->bool('is_complete');
    }
}
