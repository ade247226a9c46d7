<?php

declare(strict_types=1);

namespace Bundlewire\Audit;

use Bundlewire\Data;
use Bundlewire\Resource;

/** One entry of the audit log. Entries are never changed or removed. */
final class AuditEntry extends Resource
{
    public readonly string $id;
    /** Number in the log of your account: 1, 2, 3 and so on without gaps. */
    public readonly int $number;
    public readonly \DateTimeImmutable $createdAt;
    public readonly AuditPrincipal $principal;
    /** The session of the person; null for keys. */
    public readonly ?string $sessionId;
    /** IP address of the request; null for the platform. */
    public readonly ?string $address;
    public readonly ?string $userAgent;
    /** What was done, for example `batch_start`. More may be added. */
    public readonly string $action;
    /** What it was done to: the id of a resource, or a word such as `account`. */
    public readonly string $subject;
    /** Why, if a person of your organisation gave a reason. */
    public readonly ?string $reason;
    /** How it was before, if it was changed. The fields depend on the action. */
    public readonly ?\stdClass $before;
    /** What it was changed to, or other facts. The fields depend on the action. */
    public readonly ?\stdClass $after;
    /** The hash of the entry before it, in hexadecimal. */
    public readonly string $previousHash;
    /** SHA-256 over the entry and the hash of the entry before it, in hexadecimal. */
    public readonly string $hash;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->number = $data->int('number');
        $this->createdAt = $data->time('created_at');
        $this->principal = new AuditPrincipal($data->object('principal'));
        $this->sessionId = $data->stringOrNull('session_id');
        $this->address = $data->stringOrNull('address');
        $this->userAgent = $data->stringOrNull('user_agent');
        $this->action = $data->string('action');
        $this->subject = $data->string('subject');
        $this->reason = $data->stringOrNull('reason');
        $this->before = $data->objectOrNull('before')?->raw;
        $this->after = $data->objectOrNull('after')?->raw;
        $this->previousHash = $data->string('previous_hash');
        $this->hash = $data->string('hash');
    }
}
