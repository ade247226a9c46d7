import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';

/** A request that the client sent. */
export interface Seen {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** Empty if the step did not read it. */
  readonly body: Buffer;
  /** When it came, in milliseconds of a clock that only goes forward. */
  readonly at: number;
}

/** What the server does with one request. Returns the body that it read. */
export type Step = (request: IncomingMessage, response: ServerResponse) => Promise<Buffer>;

export interface ScriptedServer {
  readonly url: string;
  /** Requests since the last script. */
  readonly seen: Seen[];
  /** The steps of the next requests. The last step is repeated. */
  script(...steps: readonly Step[]): void;
  close(): Promise<void>;
}

/** A server that does with each request what the script says. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const seen: Seen[] = [];
  let steps: readonly Step[] = [];
  let nth = 0;
  const server = createServer((request, response) => {
    const step = steps[Math.min(nth, steps.length - 1)] ?? error(500, 'unexpected_request');
    nth += 1;
    const { method = '', url = '', headers } = request;
    const entry = { method, url, headers, body: Buffer.alloc(0), at: performance.now() };
    seen.push(entry);
    response.on('error', () => {});
    step(request, response).then(
      (body) => Object.assign(entry, { body }),
      () => request.socket.destroy(),
    );
  });
  server.keepAliveTimeout = 500;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    script(...next) {
      steps = next;
      nth = 0;
      seen.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The JSON that the last request sent. */
export function sentBody({ seen }: ScriptedServer): unknown {
  const { headers, body } = seen.at(-1) ?? {};
  expect(headers?.['content-type']).toContain('application/json');
  return JSON.parse(body?.toString() ?? '');
}

type Headers = Readonly<Record<string, string>>;
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const REQUEST_ID = { 'svc-request-id': 'req_01m7xax2ksf55ayygyecqe3t29' };

/** Reads the request, then answers with a body. */
export function answer(status: number, headers: Headers, body: string | Buffer): Step {
  return async (request, response) => {
    const read = await readBody(request);
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    return read;
  };
}

/** An answer of the API. */
export function json(status: number, body: unknown, headers: Headers = {}): Step {
  return answer(status, { ...JSON_TYPE, ...REQUEST_ID, ...headers }, JSON.stringify(body));
}

/** An error of the API. */
export function error(status: number, code: string, more: object = {}, headers: Headers = {}): Step {
  const retryable = status === 429 || status >= 500;
  const request_id = REQUEST_ID['svc-request-id'];
  return json(
    status,
    { error: { code, message: `About ${code}.`, retryable, request_id, ...more } },
    headers,
  );
}

/** An answer of something between the client and the API. */
export function html(status: number, headers: Headers = {}): Step {
  return answer(status, { 'content-type': 'text/html', ...headers }, '<html><h1>Sorry</h1></html>');
}

/** A CSV file. */
export function csv(text: string): Step {
  return answer(200, { 'content-type': 'text/csv; charset=utf-8', ...REQUEST_ID }, text);
}

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook. */
export function xlsx(content: string): Step {
  return answer(200, { 'content-type': XLSX, ...REQUEST_ID }, content);
}

/** JSON in gzip if the client accepts it. */
export function gzipped(status: number, body: unknown): Step {
  return (request, response) => {
    const text = JSON.stringify(body);
    const accepts = String(request.headers['accept-encoding'] ?? '').includes('gzip');
    if (!accepts) return json(status, body)(request, response);
    const headers = { ...JSON_TYPE, ...REQUEST_ID, 'content-encoding': 'gzip' };
    return answer(status, headers, gzipSync(text))(request, response);
  };
}

/** Reads the request and closes the connection without an answer. */
export const cut: Step = async (request) => {
  const read = await readBody(request);
  request.socket.destroy();
  return read;
};

/** Closes the connection in the middle of the request's body. */
export const cutUpload: Step = async (request) => {
  const first = await new Promise<Buffer>((resolve) => request.once('data', resolve));
  request.socket.destroy();
  return first;
};

/** Closes the connection in the middle of the answer's headers. */
export const cutInHeaders: Step = async (request) => {
  const read = await readBody(request);
  request.socket.write('HTTP/1.1 201 Created\r\nContent-Type: app', () => request.socket.destroy());
  return read;
};

/** Closes the connection in the middle of the answer's body. */
export function cutInBody(status: number, text: string, type = 'application/json', chunked = false): Step {
  return async (request, response) => {
    const read = await readBody(request);
    const length = chunked ? {} : { 'content-length': String(Buffer.byteLength(text)) };
    response.writeHead(status, { 'content-type': type, ...REQUEST_ID, ...length });
    response.write(text.slice(0, text.length >> 1), () => request.socket.destroy());
    return read;
  };
}

/** Never answers. */
export const silent: Step = (request) => readBody(request);

/** Sends headers and half of the body, and then nothing. */
export function stuckInBody(status: number, text: string): Step {
  return async (request, response) => {
    const read = await readBody(request);
    response.writeHead(status, { ...JSON_TYPE, ...REQUEST_ID, 'content-length': String(text.length) });
    response.write(text.slice(0, text.length >> 1));
    return read;
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
