import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: unknown;
}

/** A porting provider on its own port, over real HTTP, with scripted answers. */
export interface PortingServer {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Sets the answers to the next requests. */
  answer(respond: (response: ServerResponse, asked: Asked) => void): void;
  /** Answers that every number is on this network. */
  locateAt(mcc: string, mnc: string): void;
  close(): Promise<void>;
}

export async function startPortingServer(): Promise<PortingServer> {
  const asked: Asked[] = [];
  let respond: (response: ServerResponse, asked: Asked) => void = (response) => response.end();
  const server = createServer((request, response) => {
    void read(request).then((question) => {
      asked.push(question);
      respond(response, question);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answer: (next) => {
      respond = next;
    },
    locateAt: (mcc, mnc) => {
      respond = (response) => reply(response, 200, [{ response: 0, mcc, mnc, ported: true }]);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    key: String(request.headers['x-api-key']),
    body: JSON.parse(Buffer.concat(chunks).toString()),
  };
}
