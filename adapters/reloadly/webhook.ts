import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallbackReading, RawCallback } from '../adapter.ts';
import { toOutcome } from './outcomes.ts';
import { readWebhook } from './wire.ts';

export const SIGNATURE = 'x-reloadly-signature';
export const TIMESTAMP = 'x-reloadly-request-timestamp';

const STATUS_EVENT = 'airtime_transaction.status';
const MAX_AGE_MS = 5 * 60_000;
/** Unix times above this are in milliseconds, others in seconds. */
const LEAST_MS = 100_000_000_000;

/**
 * Reads a webhook. With a signing secret it is trusted; without one it is only a hint. The signature covers the raw body,
 * a colon and the timestamp.
 */
export function readCallback(
  raw: RawCallback,
  secret: string | null,
  isOurs: (key: string) => boolean,
): CallbackReading {
  if (secret !== null) {
    const fault = findFault(raw, secret);
    if (fault !== null) return { kind: 'rejected', detail: fault };
  }
  const webhook = readWebhook(raw.body.toString('utf8'));
  if (webhook === null) return { kind: 'unreadable', detail: 'no event in the body' };
  if (webhook.type !== STATUS_EVENT) return { kind: 'of_no_order', detail: 'an event of another type' };

  const { order } = webhook;
  const gatewayReference = order?.customIdentifier ?? null;
  if (order === null || gatewayReference === null)
    return { kind: 'unreadable', detail: 'no order in the event' };
  if (!isOurs(gatewayReference))
    return { kind: 'unreadable', detail: 'customIdentifier is not one of our keys' };

  const outcome = toOutcome(order, raw.receivedAt);
  // An unknown status only makes us inquire.
  if (secret === null || outcome === null)
    return { kind: 'hint', gatewayReference, gatewayId: order.gatewayId };
  return { kind: 'verified', gatewayReference, outcome };
}

function findFault({ body, headers, receivedAt }: RawCallback, secret: string): string | null {
  const signature = headers[SIGNATURE] ?? '';
  const timestamp = headers[TIMESTAMP] ?? '';
  if (signature === '' || timestamp === '') return 'it is not signed';

  const right = createHmac('sha256', secret).update(body).update(`:${timestamp}`).digest('hex');
  // Compared as text: a hex decoder would silently stop at the first invalid character.
  if (!isSameText(signature, right)) return 'its signature is wrong';

  if (!/^\d{1,16}$/.test(timestamp)) return 'its timestamp is not a time';
  const stampedMs = Number(timestamp) > LEAST_MS ? Number(timestamp) : Number(timestamp) * 1_000;
  return Math.abs(receivedAt.getTime() - stampedMs) > MAX_AGE_MS
    ? 'its timestamp is more than 5 minutes off'
    : null;
}

function isSameText(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
