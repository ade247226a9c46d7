<?php

declare(strict_types=1);

namespace Bundlewire\People;

use Bundlewire\Data;
use Bundlewire\Resource;

/** A person of your organisation. */
final class Person extends Resource
{
    public readonly string $id;
    /** The address with which the person signs in. */
    public readonly string $email;
    /** How pages address the person. */
    public readonly string $name;
    /** Id of the role, which holds for all accounts of the organisation. */
    public readonly string $role;
    public readonly PersonStatus $status;
    /** Whether the person has a second factor. */
    public readonly bool $secondFactor;
    public readonly \DateTimeImmutable $joinedAt;
    /** When the person last signed in; null for never. */
    public readonly ?\DateTimeImmutable $lastSignInAt;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->email = $data->string('email');
        $this->name = $data->string('name');
        $this->role = $data->string('role');
        $this->status = PersonStatus::of($data->string('status'));
        $this->secondFactor = $data->bool('second_factor');
        $this->joinedAt = $data->time('joined_at');
        $this->lastSignInAt = $data->timeOrNull('last_sign_in_at');
    }
}
