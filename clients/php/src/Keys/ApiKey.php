<?php

declare(strict_types=1);

namespace Bundlewire\Keys;

use Bundlewire\Data;
use Bundlewire\Money;
use Bundlewire\Resource;

/** An API key, and what it may do. */
final class ApiKey extends Resource
{
    /** It is not secret. */
    public readonly string $id;
    /** Your own name for the key. */
    public readonly string $name;
    /** The last four characters of the key. */
    public readonly string $lastFour;
    public readonly ApiKeyStatus $status;
    /** @var list<string> rights such as `batches:read`, or `all`, or `read_only` */
    public readonly array $scopes;
    public readonly SpendCaps $spendCaps;
    /** Price of its purchases of this UTC day that are pending or successful; null if the key has no cap. */
    public readonly ?Money $spentToday;
    /** Whether the request was sent with this key. */
    public readonly bool $current;
    public readonly \DateTimeImmutable $createdAt;
    /** From when the key does not work; null if it does not expire. */
    public readonly ?\DateTimeImmutable $expiresAt;
    /** When the key was last used, a minute or two late; null if it was not used. */
    public readonly ?\DateTimeImmutable $lastUsedAt;
    /** Until when the key from before the last rotation works too; null if only one works. */
    public readonly ?\DateTimeImmutable $formerKeyUntil;
    public readonly ?\DateTimeImmutable $revokedAt;
    /** The key itself: only in the answers of create() and rotate(), and never shown again. */
    public readonly ?string $key;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $spent = $data->objectOrNull('spent_today');
        $this->id = $data->string('id');
        $this->name = $data->string('name');
        $this->lastFour = $data->string('last_four');
        $this->status = ApiKeyStatus::of($data->string('status'));
        $this->scopes = $data->texts('scopes');
        $this->spendCaps = new SpendCaps($data->object('spend_caps'));
        $this->spentToday = $spent === null ? null : new Money($spent);
        $this->current = $data->bool('current');
        $this->createdAt = $data->time('created_at');
        $this->expiresAt = $data->timeOrNull('expires_at');
        $this->lastUsedAt = $data->timeOrNull('last_used_at');
        $this->formerKeyUntil = $data->timeOrNull('former_key_until');
        $this->revokedAt = $data->timeOrNull('revoked_at');
        $this->key = $data->stringOrNull('key');
    }

    /**
     * What dumps show: not the key itself.
     *
     * @return array<string, mixed>
     */
    public function __debugInfo(): array
    {
        $hidden = ['key' => $this->key === null ? null : '…' . $this->lastFour, 'raw' => '…'];
        return $hidden + \get_object_vars($this);
    }
}
