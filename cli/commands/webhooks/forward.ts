import type { Event } from '../../../client/index.ts';
import { signWebhook } from '../../../domain/crypto/signature.ts';
import { WEBHOOK_TIMEOUT_MS } from '../../../domain/webhook/retry-schedule.ts';

/** What a receiver on this machine made of an event. */
export interface Forwarded {
  /** null when no answer came. */
  readonly status: number | null;
  readonly ms: number;
  /** The start of the answer, or what went wrong. */
  readonly said: string;
}

const SAID_MAX = 200;

/** Sends an event once, as the service sends webhooks: the same headers, signed, no redirects, ten seconds. Never throws. */
export async function forwardEvent(url: URL, secret: string, event: Event): Promise<Forwarded> {
  const { id, object, type, created_at, data } = event;
  const body = JSON.stringify({ id, object, type, created_at, data });
  const timestamp = Math.floor(Date.now() / 1_000);
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    const answer = await fetch(url, {
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
    const said = (await answer.text()).slice(0, SAID_MAX);
    return { status: answer.status, ms: took(), said };
  } catch (error) {
    return { status: null, ms: took(), said: readReason(error) };
  }
}

function readReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer within 10 seconds';
  return error.cause instanceof Error ? readReason(error.cause) : error.message;
}
