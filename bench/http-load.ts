import { connect, type Socket } from 'node:net';

/** What a load run saw. */
export interface LoadResult {
  readonly seconds: number;
  /** Responses by HTTP status; 0 counts broken connections. */
  readonly byStatus: ReadonlyMap<number, number>;
}

export interface LoadOptions {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  /** The bytes of the next request, which must be answered with a Content-Length; null when there is none left. */
  readonly nextRequest: () => string | null;
}

const HEADERS_END = Buffer.from('\r\n\r\n');

/**
 * Keeps `connections` keep-alive connections busy for a while, one request at a time on each. Written by hand, for the
 * generator shares two cores with what it measures: it reads the status and the Content-Length and nothing else.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const byStatus = new Map<number, number>();
  const begin = performance.now();
  const until = begin + options.durationMs;
  await Promise.all(Array.from({ length: options.connections }, () => drive(options, until, byStatus)));
  return { seconds: (performance.now() - begin) / 1_000, byStatus };
}

function drive(options: LoadOptions, until: number, byStatus: Map<number, number>): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: options.host, port: options.port, noDelay: true });
    const count = (status: number) => byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    const next = () => {
      const request = performance.now() >= until ? null : options.nextRequest();
      if (request === null) socket.end();
      else socket.write(request);
    };
    readResponses(socket, (status) => {
      count(status);
      next();
    });
    socket.on('connect', next);
    socket.on('error', () => count(0));
    socket.on('close', () => resolve());
  });
}

/** Calls back with the status of each response, once it has come whole. */
export function readResponses(socket: Socket, onResponse: (status: number) => void): void {
  let pending: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const end = responseEnd(pending);
    if (end === null || pending.length < end) return;

    const status = Number(pending.toString('latin1', 9, 12));
    pending = pending.subarray(end);
    onResponse(status);
  });
}

/** Where the first response in the buffer ends; null while its headers are not whole. */
function responseEnd(buffer: Buffer): number | null {
  const headersEnd = buffer.indexOf(HEADERS_END);
  if (headersEnd === -1) return null;

  const headers = buffer.toString('latin1', 0, headersEnd).toLowerCase();
  const length = /\r\ncontent-length: (\d+)/.exec(headers)?.[1] ?? '0';
  return headersEnd + HEADERS_END.length + Number(length);
}
