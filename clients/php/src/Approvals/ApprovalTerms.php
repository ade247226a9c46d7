<?php

declare(strict_types=1);

namespace Bundlewire\Approvals;

use Bundlewire\Data;
use Bundlewire\Money;
use Bundlewire\Resource;

/** All that is approved. If one of these changes, the approval is voided. */
final class ApprovalTerms extends Resource
{
    /** SHA-256 of the file, in hexadecimal. */
    public readonly ?string $fileSha256;
    /** Revision of the rows. */
    public readonly int $revision;
    /** The most that the batch may spend. */
    public readonly Money $approvedCost;
    /** Nothing is bought before this time; null for none. */
    public readonly ?\DateTimeImmutable $notBefore;
    /** Hours in which rows are bought; null for any hour. */
    public readonly ?string $sendBetween;
    public readonly string $onInvalid;
    public readonly string $onInsufficientBalance;
    public readonly string $onDuplicate;
    public readonly int $duplicateWindowHours;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->fileSha256 = $data->stringOrNull('file_sha256');
        $this->revision = $data->int('revision');
        $this->approvedCost = new Money($data->object('approved_cost'));
        $this->notBefore = $data->timeOrNull('not_before');
        $this->sendBetween = $data->stringOrNull('send_between');
        $this->onInvalid = $data->string('on_invalid');
        $this->onInsufficientBalance = $data->string('on_insufficient_balance');
        $this->onDuplicate = $data->string('on_duplicate');
        $this->duplicateWindowHours = $data->int('duplicate_window_hours');
    }
}
