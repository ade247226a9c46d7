<?php

declare(strict_types=1);

namespace Bundlewire\Privacy;

use Bundlewire\Data;
use Bundlewire\Resource;

/** The erasure of a phone number from your records. It does not contain the number. */
final class Erasure extends Resource
{
    public readonly string $id;
    public readonly ErasureStatus $status;
    /** What must end first, such as `campaign`; null if it waits for nothing. */
    public readonly ?string $waitsFor;
    /** What stands in place of the number. */
    public readonly string $pseudonym;
    public readonly \DateTimeImmutable $requestedAt;
    /** Null while it runs. */
    public readonly ?\DateTimeImmutable $completedAt;
    /** Those whose number was replaced so far. */
    public readonly int $purchases;
    public readonly int $statementLines;
    public readonly int $events;
    public readonly int $campaignRows;
    /** Purchases whose `reference` contains the number. References stay as they are. */
    public readonly int $referencesKept;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->status = ErasureStatus::of($data->string('status'));
        $this->waitsFor = $data->stringOrNull('waits_for');
        $this->pseudonym = $data->string('pseudonym');
        $this->requestedAt = $data->time('requested_at');
        $this->completedAt = $data->timeOrNull('completed_at');
        $this->purchases = $data->int('purchases');
        $this->statementLines = $data->int('statement_lines');
        $this->events = $data->int('events');
        $this->campaignRows = $data->int('campaign_rows');
        $this->referencesKept = $data->int('references_kept');
    }
}
