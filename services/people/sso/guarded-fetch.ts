import type { CustomFetch } from 'openid-client';
import type { Dispatcher } from 'undici';
import { type Connections, createConnections } from '../../webhooks/connections.ts';
import { before, findAddresses, firstToConnect, type Guard } from '../../webhooks/guard.ts';
import { createNameLookup } from '../../webhooks/name-lookup.ts';
import type { ReceiverRules } from '../../webhooks/receiver-address.ts';

/** The provider could not be reached, or did not answer as one does. */
export class ProviderUnavailable extends Error {}

/** Longest time for one answer of a provider. A sign-in needs up to four. */
const TIMEOUT_MS = 5_000;
/** Much more than any document, key set or token has. */
const ANSWER_BYTES_MAX = 256 * 1_024;
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Sends requests only to public addresses over https, as webhooks are sent: checked and pinned, without redirects. */
export interface GuardedFetch {
  readonly fetch: CustomFetch;
  close(): Promise<void>;
}

export function createGuardedFetch(rules: ReceiverRules): GuardedFetch {
  const guard: Guard = { rules, lookup: createNameLookup() };
  const connections = createConnections();
  return {
    close: () => connections.close(),
    async fetch(url, options) {
      const limit = AbortSignal.timeout(TIMEOUT_MS);
      const deadline = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]);
      try {
        return await send(guard, connections, url, options, deadline);
      } catch (cause) {
        throw new ProviderUnavailable(messageOf(cause), { cause });
      }
    },
  };
}

async function send(
  guard: Guard,
  connections: Connections,
  text: string,
  { method, headers, body }: Parameters<CustomFetch>[1],
  deadline: AbortSignal,
): Promise<Response> {
  const { url, addresses } = await findAddresses(guard, text, deadline);
  const request = {
    path: `${url.pathname}${url.search}`,
    method: method === 'POST' ? ('POST' as const) : ('GET' as const),
    headers,
    body: body instanceof URLSearchParams ? body.toString() : null,
    signal: deadline,
  };
  const answer = await firstToConnect(addresses, (address, connectMs) =>
    before(deadline, connections.to(url, address, connectMs).request(request)),
  );
  const { statusCode: status } = answer;
  if (status >= 500) {
    await answer.body.dump();
    throw new Error(`the provider answered ${status}`);
  }
  const bytes = await readAll(answer.body);
  return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(bytes), {
    status,
    headers: toHeaders(answer.headers),
  });
}

async function readAll(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error('the answer of the provider is too large');
  }
  return Buffer.concat(chunks);
}

function toHeaders(headers: Dispatcher.ResponseData['headers']): Headers {
  const read = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const each of [value ?? []].flat()) read.append(name, each);
  return read;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
