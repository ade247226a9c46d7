import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to one request on the way. */
export type Fate =
  | 'passes'
  | 'lost'
  | 'answer_lost'
  | 'half_answer'
  | 'silent'
  | { readonly status: number; readonly retryAfter?: number };

export interface UnreliableLink {
  readonly url: string;
  /** The fates of the next requests, in order; all later ones pass. */
  readonly fates: Fate[];
  /** Requests that came so far. */
  readonly seen: () => number;
  close(): Promise<void>;
}

/** Stands between a client and the API, and disturbs requests as networks do. */
export async function startUnreliableLink(apiUrl: string): Promise<UnreliableLink> {
  const fates: Fate[] = [];
  let seen = 0;
  const server = createServer((request, response) => {
    seen += 1;
    carry(apiUrl, request, response, fates.shift() ?? 'passes').catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    fates,
    seen: () => seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** As a proxy in between answers: not our error object. */
function refuse(response: ServerResponse, status: number, retryAfter: number | undefined): void {
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>');
}

async function carry(
  apiUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
  fate: Fate,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  if (fate === 'silent') return;
  if (fate === 'lost') return void request.socket.destroy();
  if (typeof fate === 'object') return refuse(response, fate.status, fate.retryAfter);

  const { host: _host, connection: _connection, ...headers } = request.headers;
  const answer = await fetch(`${apiUrl}${request.url}`, {
    method: request.method ?? 'GET',
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
  });
  const text = await answer.text();
  if (fate === 'answer_lost') return void request.socket.destroy();
  const kept = ['content-type', 'svc-request-id', 'svc-idempotent-replay', 'retry-after'];
  for (const name of kept) {
    const value = answer.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  response.setHeader('content-length', Buffer.byteLength(text));
  response.writeHead(answer.status);
  if (fate !== 'half_answer') return void response.end(text);
  response.write(text.slice(0, 20), () => request.socket.destroy());
}
