<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Data;
use Bundlewire\Resource;

/** What a row is a duplicate of. */
final class DuplicateOf extends Resource
{
    /** `row`: an earlier row. `purchase`: a purchase of yours. `result`: the `result.state` of this row. */
    public readonly string $kind;
    /** The earlier line of the file, for `row`. */
    public readonly ?int $line;
    /** The earlier purchase, for `purchase`. */
    public readonly ?string $purchaseId;
    /** Reference of the earlier purchase. */
    public readonly ?string $reference;
    /** When the earlier purchase was accepted. */
    public readonly ?\DateTimeImmutable $boughtAt;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->kind = $data->string('kind');
        $this->line = $data->intOrNull('line');
        $this->purchaseId = $data->stringOrNull('purchase_id');
        $this->reference = $data->stringOrNull('reference');
        $this->boughtAt = $data->timeOrNull('bought_at');
    }
}
