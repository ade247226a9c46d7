<?php

declare(strict_types=1);

namespace Bundlewire\Batches;

use Bundlewire\Data;
use Bundlewire\Resource;

/** An error, a warning or a notice about a file, a row or a batch. */
final class Note extends Resource
{
    /** Stable code for programs. New codes may be added. */
    public readonly string $code;
    /** What it is and what to do, for people. */
    public readonly string $message;
    /** Line of the file; the header is line 1. Null if the whole file is meant, or if a row has the note. */
    public readonly ?int $line;
    /** The column's name in your file. */
    public readonly ?string $column;
    /** What a spreadsheet did to the cell, such as `lost_plus`. */
    public readonly ?string $damage;
    /** The sheet of the workbook; null if the file is not a workbook. */
    public readonly ?string $sheet;
    /**
     * Up to six bundles that fit what the cell says, the cheapest first; null unless `code` is `bundle_unclear`.
     *
     * @var list<string>|null
     */
    public readonly ?array $bundleIds;
    /** What the row is a duplicate of. */
    public readonly ?DuplicateOf $duplicateOf;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->code = $data->string('code');
        $this->message = $data->string('message');
        $this->line = $data->intOrNull('line');
        $this->column = $data->stringOrNull('column');
        $this->damage = $data->stringOrNull('damage');
        $this->sheet = $data->stringOrNull('sheet');
        $this->bundleIds = $data->has('bundle_ids') ? $data->texts('bundle_ids') : null;
        $duplicate = $data->objectOrNull('duplicate_of');
        $this->duplicateOf = $duplicate === null ? null : new DuplicateOf($duplicate);
    }
}
