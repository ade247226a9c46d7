import { createHmac, timingSafeEqual } from 'node:crypto';

export type WebhookVerdict =
  | { readonly kind: 'genuine' }
  | { readonly kind: 'refused'; readonly why: 'header_missing' | 'timestamp_too_far' | 'signature_wrong' };

export interface VerifyOptions {
  /** How far `Svc-Timestamp` may be from the receiver's clock, in seconds; 300 by default. */
  readonly toleranceSeconds?: number;
  /** The receiver's clock, in Unix seconds. */
  readonly now?: number;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const SIGNATURE = /^v1=([0-9a-f]{64})$/;

/**
 * Checks whether a webhook is genuine. `rawBody` is the body as it arrived, before any parsing. Header names are in lower
 * case, as in Node. `secrets` holds one secret, or two during a rotation.
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
  // An unset environment variable must not become an empty secret: everyone could sign with it.
  const expected = secrets
    .filter((secret) => secret !== '')
    .map((secret) => createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest());
  const matches = given.some((hex) =>
    expected.some((bytes) => timingSafeEqual(bytes, Buffer.from(hex, 'hex'))),
  );
  return matches ? { kind: 'genuine' } : { kind: 'refused', why: 'signature_wrong' };
}
