import type { Dispatcher } from 'undici';
import { signWebhook } from '../../domain/crypto/signature.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import { WEBHOOK_TIMEOUT_MS } from '../../domain/webhook/retry-schedule.ts';
import { type Connections, createConnections } from './connections.ts';
import { before, findAddresses, firstToConnect } from './guard.ts';
import { createNameLookup } from './name-lookup.ts';
import type { Lookup, ReceiverRules } from './receiver-address.ts';
import { errorClass, type SendError } from './send-error.ts';

/** One delivery to be made. */
export interface Delivery {
  readonly eventId: string;
  /** Numbered as in the event's schedule. */
  readonly attempt: number;
  /** The purchase of the event; null if it is about something else. */
  readonly purchaseId: PurchaseId | null;
  readonly type: string;
  /** The stored text: exactly the bytes that are signed and sent. */
  readonly body: string;
  readonly url: string;
  /** One, or two during a rotation: the newer first. */
  readonly secrets: readonly string[];
}

/** The outcome of one attempt, and what people need to understand it. */
export type SendResult = Verdict & {
  /** The address that was connected to, or tried last; null if there was none. */
  readonly address: string | null;
  readonly durationMs: number;
  /** The first 4 KiB of the answer's body, unchanged; null without an answer. */
  readonly answer: Buffer | null;
};

type Verdict =
  | { readonly outcome: 'delivered'; readonly httpStatus: number; readonly error: null }
  | { readonly outcome: 'failed'; readonly httpStatus: number | null; readonly error: SendError };

export interface Sender {
  /** Sends once; any 2xx within 10 seconds is a delivery, everything else a failure. Never throws. */
  send(delivery: Delivery): Promise<SendResult>;
  close(): Promise<void>;
}

/** Replacements for tests. */
export interface SenderParts {
  /** Resolves names. */
  readonly lookup?: Lookup;
  readonly connections?: Connections;
  /** Milliseconds that an attempt may take over all its steps. */
  readonly timeoutMs?: number;
}

type Parts = Required<SenderParts> & { readonly rules: ReceiverRules };

/** Longest answer that is kept. */
export const ANSWER_MAX_BYTES = 4_096;

/** Sends signed webhooks: every address checked and pinned, no redirects, one deadline over the whole attempt. */
export function createSender(rules: ReceiverRules, given: SenderParts = {}): Sender {
  const parts = {
    rules,
    lookup: given.lookup ?? createNameLookup(),
    connections: given.connections ?? createConnections(),
    timeoutMs: given.timeoutMs ?? WEBHOOK_TIMEOUT_MS,
  };
  return { send: (delivery) => send(parts, delivery), close: () => parts.connections.close() };
}

async function send(parts: Parts, delivery: Delivery): Promise<SendResult> {
  const began = performance.now();
  const deadline = AbortSignal.timeout(parts.timeoutMs);
  let address: string | null = null;
  let httpStatus: number | null = null;
  let answer: Buffer | null = null;
  const result = (verdict: Verdict): SendResult => {
    const durationMs = Math.round(performance.now() - began);
    return { ...verdict, address, durationMs, answer };
  };

  try {
    const { url, addresses } = await findAddresses(parts, delivery.url, deadline);
    const response = await firstToConnect(addresses, (each, connectMs) => {
      address = each;
      // A connection attempt ignores the signal; once it is connected, nothing is sent on it.
      return before(deadline, post(parts.connections.to(url, each, connectMs), url, delivery, deadline));
    });
    httpStatus = response.statusCode;
    answer = await readStart(response.body);
    return result(judge(httpStatus, deadline));
  } catch (error) {
    return result(failed(httpStatus, deadline.aborted ? 'timeout' : errorClass(error)));
  }
}

function judge(httpStatus: number, deadline: AbortSignal): Verdict {
  if (deadline.aborted) return failed(httpStatus, 'timeout');
  if (httpStatus < 200 || httpStatus >= 300) return failed(httpStatus, 'http_status');
  return { outcome: 'delivered', httpStatus, error: null };
}

function failed(httpStatus: number | null, error: SendError): Verdict {
  return { outcome: 'failed', httpStatus, error };
}

function post(
  connections: Dispatcher,
  url: URL,
  { eventId, type, body, secrets }: Delivery,
  deadline: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const timestamp = Math.floor(Date.now() / 1_000);
  return connections.request({
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    signal: deadline,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Bundlewire-Webhooks/1',
      'svc-event-id': eventId,
      'svc-event-type': type,
      'svc-timestamp': String(timestamp),
      'svc-signature': signWebhook(body, timestamp, secrets),
    },
    body,
  });
}

/** Reads the start of a body and closes the connection: the rest does not matter. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= ANSWER_MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_MAX_BYTES);
}
