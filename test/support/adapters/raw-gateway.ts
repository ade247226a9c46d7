import { createServer, type Server, type Socket } from 'node:net';

/** What a raw gateway does with one complete request. */
export type Reaction = (socket: Socket, request: string, count: number) => void;

export interface RawGateway {
  readonly url: string;
  readonly port: number;
  /** Every complete request, in order. */
  readonly requests: readonly string[];
  readonly connections: () => number;
  close(): Promise<void>;
}

/** A gateway on plain TCP, for behaviour that no HTTP server has. */
export async function startRawGateway(react: Reaction): Promise<RawGateway> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let read = '';
    socket.on('data', (chunk) => {
      read += chunk.toString('utf8');
      for (let length = requestLength(read); length !== null; length = requestLength(read)) {
        const request = read.slice(0, length);
        read = read.slice(length);
        requests.push(request);
        react(socket, request, requests.length);
      }
    });
  });
  const port = await listen(server);

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** A port without a listener. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** An HTTP answer as text. */
export function answerText(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const lines = Object.entries({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n${body}`;
}

function requestLength(read: string): number | null {
  const head = read.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const [, length = '0'] = /content-length: (\d+)/i.exec(read.slice(0, head)) ?? [];
  const total = head + 4 + Number(length);
  return read.length >= total ? total : null;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new TypeError('no port'));
      else resolve(address.port);
    });
  });
}
