<?php

declare(strict_types=1);

namespace Bundlewire;

/** Why a webhook is refused. */
enum WebhookProblem: string
{
    case HeaderMissing = 'header_missing';
    case TimestampTooFar = 'timestamp_too_far';
    case SignatureWrong = 'signature_wrong';
    case NotAnEvent = 'not_an_event';

    public function sentence(): string
    {
        return match ($this) {
            self::HeaderMissing => 'The webhook has no valid Svc-Timestamp or no Svc-Signature.',
            self::TimestampTooFar => 'The Svc-Timestamp of the webhook is too far from the clock of this machine.',
            self::SignatureWrong => 'The signature of the webhook is wrong. Check the secret, and pass the body as it arrived.',
            self::NotAnEvent => 'The signature of the webhook is right, but its body is not an event.',
        };
    }
}
