import type { Event } from '../../../clients/typescript/src/index.ts';
import { signWebhook } from '../../../domain/crypto/signature.ts';
import { WEBHOOK_TIMEOUT_MS } from '../../../domain/webhook/retry-schedule.ts';

/** The answer of a receiver on this machine. */
export interface Forwarded {
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  readonly ms: number;
  /** The first characters of the answer, or the error. */
  readonly answer: string;
}

const ANSWER_CHARS_MAX = 200;

/** Sends an event once, as the service sends webhooks: signed, the same headers, no redirects, within 10 s. Never throws. */
export async function forwardEvent(url: URL, secret: string, event: Event): Promise<Forwarded> {
  const { id, object, type, created_at, data } = event;
  const body = JSON.stringify({ id, object, type, created_at, data });
  const timestamp = Math.floor(Date.now() / 1_000);
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Bundlewire-Webhooks/1',
        'svc-event-id': id,
        'svc-event-type': type,
        'svc-timestamp': String(timestamp),
        'svc-signature': signWebhook(body, timestamp, [secret]),
      },
      body,
    });
    const answer = (await response.text()).slice(0, ANSWER_CHARS_MAX);
    return { status: response.status, ms: took(), answer };
  } catch (error) {
    return { status: null, ms: took(), answer: readReason(error) };
  }
}

function readReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer within 10 s';
  return error.cause instanceof Error ? readReason(error.cause) : error.message;
}
