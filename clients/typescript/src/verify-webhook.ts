import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ApprovalEvent, BatchEvent, PurchaseEvent } from './types.ts';

export type WebhookVerdict =
  | { readonly kind: 'genuine' }
  | { readonly kind: 'refused'; readonly why: 'header_missing' | 'timestamp_too_far' | 'signature_wrong' };

export interface VerifyOptions {
  /** How far `Svc-Timestamp` may be from the receiver's clock, in seconds; 300 by default. */
  readonly toleranceSeconds?: number;
  /** The receiver's clock, in Unix seconds. */
  readonly now?: number;
}

/** The headers of Node, or those of fetch. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

/** An event that a webhook can have. Answer 2xx to a `type` that you do not know. */
export type WebhookEvent = PurchaseEvent | BatchEvent | ApprovalEvent;

/** The webhook must not be used. Answer 401. */
export class WebhookError extends Error {
  readonly code:
    | 'header_missing'
    | 'timestamp_too_far'
    | 'signature_wrong'
    | 'secret_missing'
    | 'not_an_event';

  constructor(code: WebhookError['code']) {
    super(WORDS[code]);
    this.name = 'WebhookError';
    this.code = code;
  }
}

const WORDS: Readonly<Record<WebhookError['code'], string>> = {
  header_missing: 'Svc-Timestamp or Svc-Signature is missing or cannot be read.',
  timestamp_too_far: "Svc-Timestamp is too far from this machine's clock.",
  signature_wrong: 'No signature matches the body and a secret.',
  secret_missing: 'Every signing secret is empty, so anyone could sign. Set the secret of your endpoint.',
  not_an_event: 'The webhook is genuine, but its body is not an event.',
};
const SIGNATURE = /^v1=([0-9a-f]{64})$/;

/**
 * Verifies a webhook and returns its event. `rawBody` is the body as it arrived, before any parsing. `secrets` holds one
 * secret, or two during a rotation.
 * @throws WebhookError with a code and words when it must not be used.
 */
export function openWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: readonly string[],
  options: VerifyOptions = {},
): WebhookEvent {
  if (secrets.every((secret) => secret === '')) throw new WebhookError('secret_missing');
  const verdict = verifyWebhook(rawBody, headers, secrets, options);
  if (verdict.kind === 'refused') throw new WebhookError(verdict.why);
  const event = readEvent(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody));
  if (event === null) throw new WebhookError('not_an_event');
  return event;
}

/**
 * Checks whether a webhook is genuine. `rawBody` is the body as it arrived, before any parsing. `secrets` holds one secret,
 * or two during a rotation.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: readonly string[],
  { toleranceSeconds = 300, now = Date.now() / 1_000 }: VerifyOptions = {},
): WebhookVerdict {
  const timestamp = readHeader(headers, 'svc-timestamp');
  const signatures = readHeader(headers, 'svc-signature');
  if (typeof timestamp !== 'string' || typeof signatures !== 'string' || !/^\d{1,12}$/.test(timestamp)) {
    return { kind: 'refused', why: 'header_missing' };
  }
  if (!(Math.abs(now - Number(timestamp)) <= toleranceSeconds))
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

/** A header by its name in lower case, however the framework writes it. */
function readHeader(headers: WebhookHeaders, name: string): string | string[] | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function readEvent(text: string): WebhookEvent | null {
  try {
    const event: Partial<WebhookEvent> | null = JSON.parse(text);
    const isEvent = typeof event?.id === 'string' && typeof event.type === 'string';
    return isEvent ? (event as WebhookEvent) : null;
  } catch {
    return null;
  }
}
