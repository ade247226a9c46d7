<?php

declare(strict_types=1);

namespace Bundlewire;

use Bundlewire\Events\Event;
use Bundlewire\Exception\InvalidArgumentException;
use Bundlewire\Exception\UnreadableException;
use Bundlewire\Exception\WebhookException;

/** Verifies webhooks. It needs no client. */
final class Webhook
{
    public const TOLERANCE_SECONDS = 300;

    /**
     * The event of a genuine webhook.
     *
     * @param string $body as it arrived, before any parsing: `file_get_contents('php://input')`
     * @param array<string, string|array<?string>> $headers names in any case: `getallheaders()`, or the headers of a
     *   PSR-7 or Symfony request
     * @param string|array<?string>|null $secrets one secret, or [new, old] during a rotation
     * @param int $toleranceSeconds how far `Svc-Timestamp` may be from the clock
     * @param ?int $now Unix time, in seconds; the clock by default
     * @throws WebhookException when the webhook is not genuine: answer 401
     * @throws InvalidArgumentException when you have no secret
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array|null $secrets,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
        ?int $now = null,
    ): Event {
        $problem = self::problem($body, $headers, $secrets, $toleranceSeconds, $now);
        if ($problem !== null) {
            throw new WebhookException($problem);
        }
        return self::parse($body);
    }

    /**
     * The event of a body that you have verified and stored. It does not look at the signature.
     *
     * @throws WebhookException when the body is not an event
     */
    public static function parse(string $body): Event
    {
        try {
            return new Event(Data::parse($body));
        } catch (UnreadableException) {
            throw new WebhookException(WebhookProblem::NotAnEvent);
        }
    }

    /**
     * Why a webhook is not genuine; null if it is. The content of the body is not looked at.
     *
     * @param array<string, string|array<?string>> $headers
     * @param string|array<?string>|null $secrets
     */
    public static function problem(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array|null $secrets,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
        ?int $now = null,
    ): ?WebhookProblem {
        $secrets = self::usable((array) $secrets);
        $timestamp = self::header($headers, 'svc-timestamp');
        $signatures = self::header($headers, 'svc-signature');
        if ($signatures === null || \preg_match('/^[0-9]{1,12}$/D', $timestamp ?? '') !== 1) {
            return WebhookProblem::HeaderMissing;
        }
        if (\abs(($now ?? \time()) - (int) $timestamp) > $toleranceSeconds) {
            return WebhookProblem::TimestampTooFar;
        }
        $genuine = false;
        foreach ($secrets as $secret) {
            $expected = 'v1=' . \hash_hmac('sha256', "$timestamp.$body", $secret);
            foreach (\explode(',', $signatures) as $given) {
                $genuine = \hash_equals($expected, \trim($given)) || $genuine;
            }
        }
        return $genuine ? null : WebhookProblem::SignatureWrong;
    }

    /**
     * An unset environment variable must not become an empty secret: everyone can sign with it.
     *
     * @param array<?string> $secrets
     * @return list<string>
     */
    private static function usable(array $secrets): array
    {
        $usable = \array_values(\array_filter($secrets, static fn (?string $secret): bool => $secret !== null && $secret !== ''));
        return $usable !== [] ? $usable : throw new InvalidArgumentException(
            'The webhook secret is empty. Set it to the value that begins with whsec_. With an empty secret, anyone can sign.',
        );
    }

    /** @param array<string, string|array<?string>> $headers */
    private static function header(array $headers, string $wanted): ?string
    {
        foreach ($headers as $name => $value) {
            if (\strtolower((string) $name) === $wanted) {
                return \is_array($value) ? \implode(',', $value) : $value;
            }
        }
        return null;
    }
}
