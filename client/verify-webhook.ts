import { createHmac, timingSafeEqual } from 'node:crypto';

export type WebhookVerdict =
  | { readonly kind: 'genuine' }
  | { readonly kind: 'refused'; readonly why: 'header_missing' | 'timestamp_too_far' | 'signature_wrong' };

export interface VerifyOptions {
  /** How far `Svc-Timestamp` may be from the receiver's clock; the contract says five minutes. */
  readonly toleranceSeconds?: number;
  /** The receiver's clock, Unix seconds. */
  readonly now?: number;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const SIGNATURE = /^v1=([0-9a-f]{64})$/;

/**
 * Tells whether a webhook is genuine. `rawBody` is the body as it arrived, before any parsing; header names are lower
 * case, as Node gives them. `secrets` holds one secret, or two while one replaces the other.
 */
export function verifyWebhook(
  rawBody: string | Buffer,
  headers: Headers,
  secrets: readonly string[],
  { toleranceSeconds = 300, now = Date.now() / 1_000 }: VerifyOptions = {},
): WebhookVerdict {
  const timestamp = headers['svc-timestamp'];
  const signatures = headers['svc-signature'];
  if (typeof timestamp !== 'string' || typeof signatures !== 'string' || !/^\d{1,12}$/.test(timestamp)) {
    return { kind: 'refused', why: 'header_missing' };
  }
  if (Math.abs(now - Number(timestamp)) > toleranceSeconds)
    return { kind: 'refused', why: 'timestamp_too_far' };

  const given = signatures.split(',').flatMap((value) => SIGNATURE.exec(value.trim())?.[1] ?? []);
  // An unset environment variable must not become a secret that anybody can sign with.
  const expected = secrets
    .filter((secret) => secret !== '')
    .map((secret) => createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest());
  const matches = given.some((hex) =>
    expected.some((bytes) => timingSafeEqual(bytes, Buffer.from(hex, 'hex'))),
  );
  return matches ? { kind: 'genuine' } : { kind: 'refused', why: 'signature_wrong' };
}
