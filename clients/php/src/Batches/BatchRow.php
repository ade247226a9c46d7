<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Data;
use Bundlewire\Money;
use Bundlewire\Purchases\Failure;
use Bundlewire\Resource;

/** A row of the file, with its result. */
final class BatchRow extends Resource
{
    /** Line of the file; the header is line 1. */
    public readonly int $line;
    public readonly RowState $state;
    /** Reference of the purchase; null if the one in the file cannot be used. */
    public readonly ?string $reference;
    public readonly string $phoneNumber;
    /** The number that is bought for, if `phoneNumber` was corrected. */
    public readonly ?string $correctedNumber;
    public readonly string $bundleId;
    public readonly ?string $networkId;
    /** Price at the check; null for an invalid row. */
    public readonly ?Money $price;
    /** @var array<string, string> */
    public readonly array $metadata;
    /** @var list<OwnColumn> Your own columns, in the order of the file, with `on_unknown_columns => keep`. */
    public readonly array $ownColumns;
    /** What you changed in the row after the upload; null if nothing. */
    public readonly ?RowChanges $changes;
    public readonly ?string $purchaseId;
    public readonly ?\DateTimeImmutable $completedAt;
    public readonly ?Failure $failure;
    /** @var list<Note> Why the row is not bought. */
    public readonly array $errors;
    /** @var list<Note> What to check in a row that can be bought. */
    public readonly array $warnings;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $note = static fn (Data $one): Note => new Note($one);
        $this->line = $data->int('line');
        $this->state = RowState::of($data->string('state'));
        $this->reference = $data->stringOrNull('reference');
        $this->phoneNumber = $data->string('phone_number');
        $this->correctedNumber = $data->stringOrNull('corrected_number');
        $this->bundleId = $data->string('bundle_id');
        $this->networkId = $data->stringOrNull('network_id');
        $this->price = ($price = $data->objectOrNull('price')) === null ? null : new Money($price);
        $this->metadata = $data->strings('metadata');
        $own = static fn (Data $one): OwnColumn => new OwnColumn($one);
        $this->ownColumns = $data->has('own_columns') ? $data->objects('own_columns', $own) : [];
        $this->changes = ($changes = $data->objectOrNull('changes')) === null ? null : new RowChanges($changes);
        $this->purchaseId = $data->stringOrNull('purchase_id');
        $this->completedAt = $data->timeOrNull('completed_at');
        $this->failure = ($failure = $data->objectOrNull('failure')) === null ? null : new Failure($failure);
        $this->errors = $data->objects('errors', $note);
        $this->warnings = $data->objects('warnings', $note);
    }
}
