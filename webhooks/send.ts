import type { Dispatcher } from 'undici';
import { signWebhook } from '../domain/crypto/signature.ts';
import type { PurchaseId } from '../domain/ids.ts';
import { WEBHOOK_TIMEOUT_MS } from '../domain/webhook-schedule.ts';
import { type Connections, createConnections } from './connections.ts';
import { createNameLookup } from './name-lookup.ts';
import {
  allowedAddresses,
  hostOf,
  judgeReceiverUrl,
  type Lookup,
  type ReceiverRules,
} from './receiver-address.ts';

/** One delivery to be made. */
export interface Delivery {
  readonly eventId: string;
  /** Numbered as in the event's schedule. */
  readonly attempt: number;
  /** Of which the event tells; null where it tells of something else. */
  readonly purchaseId: PurchaseId | null;
  readonly type: string;
  /** The stored text; the very bytes that are signed and sent. */
  readonly body: string;
  readonly url: string;
  /** One, or two during a rotation: the newer first. */
  readonly secrets: readonly string[];
}

/** What came of one attempt, and what people need to understand it. */
export type SendResult = Verdict & {
  /** The address that was connected to, or tried last; null where there was none. */
  readonly address: string | null;
  readonly durationMs: number;
  /** The first 4 KiB of the answer's body as it came; null where no answer came. */
  readonly answer: Buffer | null;
};

type Verdict =
  | { readonly outcome: 'delivered'; readonly httpStatus: number; readonly error: null }
  | { readonly outcome: 'failed'; readonly httpStatus: number | null; readonly error: SendError };

/** Why an attempt failed. */
export type SendError =
  | 'http_status'
  | 'timeout'
  | 'address_refused'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'connection_lost';

export interface Sender {
  /** Sends once; any 2xx within 10 seconds is a delivery, everything else a failure. Never throws. */
  send(delivery: Delivery): Promise<SendResult>;
  close(): Promise<void>;
}

interface Parts {
  readonly rules: ReceiverRules;
  readonly lookup: Lookup;
  readonly connections: Connections;
}

/** Longest answer that is kept. */
const ANSWER_MAX_BYTES = 4_096;

/**
 * Sends signed webhooks: every address checked and pinned, no redirects, one deadline over the whole attempt.
 * @param lookup resolves names; given by tests.
 */
export function createSender(rules: ReceiverRules, lookup: Lookup = createNameLookup()): Sender {
  const connections = createConnections();
  return {
    send: (delivery) => send({ rules, lookup, connections }, delivery),
    close: () => connections.close(),
  };
}

async function send(parts: Parts, delivery: Delivery): Promise<SendResult> {
  const began = performance.now();
  const deadline = AbortSignal.timeout(WEBHOOK_TIMEOUT_MS);
  let address: string | null = null;
  let httpStatus: number | null = null;
  let answer: Buffer | null = null;
  const result = (verdict: Verdict): SendResult => {
    const durationMs = Math.round(performance.now() - began);
    return { ...verdict, address, durationMs, answer };
  };

  try {
    const { url, addresses } = await findAddresses(parts, delivery.url, deadline);
    const response = await firstToConnect(addresses, (each) => {
      address = each;
      return post(parts.connections.to(url, each), url, delivery, deadline);
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

/** The addresses that may be connected to, and no other will be. @throws AddressRefused where there are none. */
async function findAddresses(
  { rules, lookup }: Parts,
  text: string,
  deadline: AbortSignal,
): Promise<{ readonly url: URL; readonly addresses: readonly string[] }> {
  const verdict = judgeReceiverUrl(text, rules);
  if (verdict.kind === 'refused') throw new AddressRefused();

  const looking = allowedAddresses(hostOf(verdict.url), rules, lookup);
  const addresses = await before(deadline, looking);
  if (addresses.length === 0) throw new AddressRefused();
  return { url: verdict.url, addresses };
}

/** Tries the addresses in turn while none can be connected to: nothing was sent to those before. */
async function firstToConnect<T>(
  addresses: readonly string[],
  request: (address: string) => Promise<T>,
): Promise<T> {
  let unreachable: unknown;
  for (const address of addresses) {
    try {
      return await request(address);
    } catch (error) {
      if (errorClass(error) !== 'connect') throw error;
      unreachable = error;
    }
  }
  throw unreachable;
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

/** Reads the start of a body and hangs up on the rest: what a receiver says beyond it does not matter. */
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

/** The result of a promise, unless the signal comes first. */
function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** The address as written, or every address that the receiver's name stands for, is one we never connect to. */
class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';
}

const TLS = /^ERR_TLS|^ERR_SSL|CERT|UNABLE_TO_VERIFY|^EPROTO$/;
const DNS = new Set(['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'EBADRESP']);
const CONNECT = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT']);

function errorClass(error: unknown): SendError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ADDRESS_REFUSED') return 'address_refused';
  if (DNS.has(code)) return 'dns';
  if (TLS.test(code)) return 'tls';
  if (CONNECT.has(code) || code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return 'timeout';
  return 'connection_lost';
}
