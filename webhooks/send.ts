import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { signWebhook } from '../domain/crypto/signature.ts';
import { WEBHOOK_TIMEOUT_MS } from '../domain/webhook-schedule.ts';
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
  readonly type: string;
  /** The stored text; the very bytes that are signed and sent. */
  readonly body: string;
  readonly url: string;
  /** One, or two during a rotation. */
  readonly secrets: readonly string[];
}

export type SendResult =
  | { readonly outcome: 'delivered'; readonly httpStatus: number }
  | { readonly outcome: 'failed'; readonly httpStatus: number | null; readonly error: string };

export interface Sender {
  /** Sends once; any 2xx within 10 seconds is a delivery, everything else a failure. Never throws. */
  send(delivery: Delivery): Promise<SendResult>;
  close(): Promise<void>;
}

/**
 * Sends signed webhooks: every address checked and pinned, no redirects, one deadline over the whole attempt.
 * @param lookup resolves names; given by tests.
 */
export function createSender(rules: ReceiverRules, lookup?: Lookup): Sender {
  const agent = new Agent({
    allowH2: false,
    pipelining: 1,
    // No limit here: an attempt that waited for a connection would lose that time of the receiver's ten seconds.
    connections: null,
    clientTtl: 300_000,
    headersTimeout: WEBHOOK_TIMEOUT_MS,
    bodyTimeout: WEBHOOK_TIMEOUT_MS,
    maxHeaderSize: 16_384,
    connect: guardedConnector(rules, lookup),
  });
  return {
    send: (delivery) => send(agent, rules, delivery),
    close: () => agent.close(),
  };
}

async function send(agent: Agent, rules: ReceiverRules, delivery: Delivery): Promise<SendResult> {
  const verdict = judgeReceiverUrl(delivery.url, rules);
  if (verdict.kind === 'refused') return { outcome: 'failed', httpStatus: null, error: 'address_refused' };

  const timestamp = Math.floor(Date.now() / 1000);
  const deadline = AbortSignal.timeout(WEBHOOK_TIMEOUT_MS);
  try {
    const answer = await agent.request({
      origin: verdict.url.origin,
      path: `${verdict.url.pathname}${verdict.url.search}`,
      method: 'POST',
      signal: deadline,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Bundlewire-Webhooks/1',
        'svc-event-id': delivery.eventId,
        'svc-event-type': delivery.type,
        'svc-timestamp': String(timestamp),
        'svc-signature': signWebhook(delivery.body, timestamp, delivery.secrets),
      },
      body: delivery.body,
    });
    await discard(answer.body);
    const { statusCode } = answer;
    if (deadline.aborted) return { outcome: 'failed', httpStatus: statusCode, error: 'timeout' };
    if (statusCode >= 200 && statusCode < 300) return { outcome: 'delivered', httpStatus: statusCode };
    return { outcome: 'failed', httpStatus: statusCode, error: 'http_status' };
  } catch (error) {
    return { outcome: 'failed', httpStatus: null, error: deadline.aborted ? 'timeout' : errorClass(error) };
  }
}

/** A body is read to its end only when it is small; what a receiver says beyond its status does not matter. */
async function discard(body: Dispatcher.ResponseData['body']): Promise<void> {
  await body.dump({ limit: 4_096 });
}

/** Looks the name up, checks every address, and connects to a checked one under the name that TLS must prove. */
function guardedConnector(rules: ReceiverRules, lookup?: Lookup): buildConnector.connector {
  const connect = buildConnector({ allowH2: false, timeout: WEBHOOK_TIMEOUT_MS });
  return (options, callback) => {
    const host = hostOf(new URL(`http://${bracketed(options.hostname)}`));
    allowedAddresses(host, rules, lookup).then(
      ([address]) => {
        if (address === undefined) callback(new AddressRefused(), null);
        else connect({ ...options, hostname: address, ...serverName(host) }, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
}

/** The name that TLS must prove; an address is proved as it is, and TLS knows no server names for those. */
function serverName(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

function bracketed(hostname: string): string {
  return hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;
}

/** Every address that the receiver's name stands for is one we never connect to. */
class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';
}

function errorClass(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ADDRESS_REFUSED') return 'address_refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns';
  if (code.startsWith('ERR_TLS') || code.includes('CERT') || code.startsWith('ERR_SSL')) return 'tls';
  if (code === 'ECONNREFUSED' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'EHOSTUNREACH')
    return 'connect';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return 'timeout';
  return 'connection_lost';
}
