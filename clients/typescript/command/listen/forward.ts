import { createHmac, randomBytes } from 'node:crypto';
import type { Event } from '../../src/index.ts';

/** The answer of a receiver on this machine. */
export interface Forwarded {
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  readonly ms: number;
  /** The first characters of the answer, or the error. */
  readonly answer: string;
}

export interface Receiver {
  readonly url: URL;
  /** Signs the events. */
  readonly secret: string;
}

const ANSWER_CHARS_MAX = 200;
/** As long as the service waits. */
const TIMEOUT_MS = 10_000;
const SECRET_BYTES = 32;

/** A new secret to sign webhooks with: `whsec_` and 256 random bits in base64url. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** Sends an event once, as the service sends webhooks: signed, the same headers, no redirects, within 10 s. Never throws. */
export async function forwardEvent(
  { url, secret }: Receiver,
  event: Event,
  signal: AbortSignal,
): Promise<Forwarded> {
  const { id, object, type, created_at, data } = event;
  const body = JSON.stringify({ id, object, type, created_at, data });
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), signal]),
      headers: { 'content-type': 'application/json', ...headersOf(id, type), ...signatureOf(body, secret) },
      body,
    });
    const answer = (await response.text()).slice(0, ANSWER_CHARS_MAX);
    return { status: response.status, ms: took(), answer };
  } catch (error) {
    return { status: null, ms: took(), answer: readReason(error) };
  }
}

function headersOf(id: string, type: string): Record<string, string> {
  return { 'user-agent': 'Bundlewire-Webhooks/1', 'svc-event-id': id, 'svc-event-type': type };
}

function signatureOf(body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const hex = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'svc-timestamp': timestamp, 'svc-signature': `v1=${hex}` };
}

function readReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer within 10 s';
  return error.cause instanceof Error ? readReason(error.cause) : error.message;
}
