<?php

declare(strict_types=1);

namespace Bundlewire\Privacy;

use Bundlewire\Data;
use Bundlewire\Resource;

/** An event about the number. */
final class ExportedEvent extends Resource
{
    public readonly string $id;
    public readonly string $type;
    public readonly \DateTimeImmutable $createdAt;
    /** The JSON text that was sent. */
    public readonly string $body;
    /** @var list<string> what your servers answered */
    public readonly array $answers;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->type = $data->string('type');
        $this->createdAt = $data->time('created_at');
        $this->body = $data->string('body');
        $this->answers = $data->texts('answers');
    }
}
