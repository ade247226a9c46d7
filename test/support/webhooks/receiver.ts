import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';

/** A webhook as it arrived, byte for byte. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/** What is sent, except for the address and the secrets. */
export const EVENT = {
  eventId: 'evt_1',
  attempt: 1,
  purchaseId: null,
  type: 'purchase.failed',
  body: '{}',
} as const;

export type Answer = (response: ServerResponse, nth: number) => void;

export const OK: Answer = (response) => void response.writeHead(200).end();

/** A key and certificate for these tests; the authority's own key was deleted. */
export function certificate(name: string): string {
  return readFileSync(join(import.meta.dirname, 'fixtures', `${name}.pem`), 'utf8');
}

/** A receiver on loopback that reads each webhook and then answers as configured; over HTTPS if it has a certificate. */
export async function startReceiver(answer: Answer = OK, pem: string | null = null): Promise<Receiver> {
  const received: Received[] = [];
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers, rawHeaders } = request;
      received.push({ method, path, headers, rawHeaders, body: Buffer.concat(chunks) });
      answer(response, received.length);
    });
  };
  const server = pem === null ? createServer(take) : createHttpsServer({ key: pem, cert: pem }, take);
  const port = await listen(server);
  return {
    url: `${pem === null ? 'http' : 'https'}://127.0.0.1:${port}/hooks`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * A receiver made of bare TCP, or TLS where it has a certificate, for what no HTTP server does by itself; acts once the head of a
 * request is there.
 */
export async function startRawReceiver(
  act: (socket: Socket) => void,
  pem: string | null = null,
): Promise<Omit<Receiver, 'received'>> {
  const sockets = new Set<Socket>();
  const take = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => act(socket));
  };
  const server = pem === null ? createTcpServer(take) : createTlsServer({ key: pem, cert: pem }, take);
  const port = await listen(server);
  return {
    url: `${pem === null ? 'http' : 'https'}://127.0.0.1:${port}/hooks`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Writes a text, then one character per second without end. */
export function drip(socket: Socket, head: string, character: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(character), 1_000);
  socket.once('close', () => clearInterval(timer));
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  return address.port;
}
