import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { afterEach } from 'vitest';
import { createHttpClient, type HttpClient } from '../../../adapters/http.ts';
import type { HttpResult } from '../../../adapters/http-result.ts';
import { type RawGateway, type Reaction, startRawGateway } from './raw-gateway.ts';

export const SECRET = 'Basic c2VjcmV0';
export const NEVER = new AbortController().signal;
const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  // Clients first: their connections keep a server open.
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

/** A gateway that is closed after the test. */
export async function gatewayThat(react: Reaction): Promise<RawGateway> {
  const gateway = await startRawGateway(react);
  opened.push(gateway);
  return gateway;
}

/** A client that is closed after the test. */
export function clientOf(baseUrl: string, timeoutMs = 20_000): HttpClient {
  const client = createHttpClient({ baseUrl, timeoutMs });
  opened.push(client);
  return client;
}

export function order(client: HttpClient, signal = NEVER): Promise<HttpResult> {
  return client.call(
    { method: 'POST', path: '/orders?a=b', headers: { authorization: SECRET }, body: '{"n":1}' },
    signal,
  );
}

/** Speaks TCP where TLS is expected. */
export async function startTls(onConnect: (socket: Socket) => void) {
  let heard = '';
  const server = createServer((socket) => {
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    onConnect(socket);
    opened.push({
      close: async () => {
        socket.destroy();
      },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.unshift({ close: () => new Promise((resolve) => server.close(() => resolve())) });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return { url: `https://127.0.0.1:${port}`, heard: () => heard };
}
