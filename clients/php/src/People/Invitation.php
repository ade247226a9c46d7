<?php

declare(strict_types=1);

namespace Bundlewire\People;

use Bundlewire\Data;
use Bundlewire\Resource;

/** An invitation to join your organisation. */
final class Invitation extends Resource
{
    public readonly string $id;
    /** The address that is invited, in lower case. */
    public readonly string $email;
    /** Id of the role that the person gets. */
    public readonly string $role;
    public readonly InvitationStatus $status;
    public readonly InvitationMail $mail;
    public readonly InvitationSender $invitedBy;
    public readonly \DateTimeImmutable $createdAt;
    /** Until when it can be accepted. */
    public readonly \DateTimeImmutable $expiresAt;
    /** When it was accepted or withdrawn, or expired; null while pending. */
    public readonly ?\DateTimeImmutable $endedAt;

    public function __construct(Data $data)
    {
        parent::__construct($data);
        $this->id = $data->string('id');
        $this->email = $data->string('email');
        $this->role = $data->string('role');
        $this->status = InvitationStatus::of($data->string('status'));
        $this->mail = InvitationMail::of($data->string('mail'));
        $this->invitedBy = new InvitationSender($data->object('invited_by'));
        $this->createdAt = $data->time('created_at');
        $this->expiresAt = $data->time('expires_at');
        $this->endedAt = $data->timeOrNull('ended_at');
    }
}
