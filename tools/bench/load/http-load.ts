import { connect, type Socket } from 'node:net';

/** The results of a load run. */
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
 * Keeps `connections` keep-alive connections busy for a while, one request at a time on each. Written by hand, because the
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
    const count = (status: number) => byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    const socket = openConnection(options, (status) => {
      count(status);
      next();
    });
    const next = () => {
      const request = performance.now() >= until ? null : options.nextRequest();
      if (request === null) socket.end();
      else socket.write(request);
    };
    socket.on('connect', next);
    socket.on('error', () => count(0));
    socket.on('close', () => resolve());
  });
}

/**
 * What every connection reads into: Node would make a buffer of 64 KiB for each read, and what is measured would wait
 * while they are collected.
 */
const READ_INTO = Buffer.alloc(64 * 1_024);

/** Opens a connection; calls back with the status of each response, once it has come whole. */
export function openConnection(
  { host, port }: { readonly host: string; readonly port: number },
  onResponse: (status: number) => void,
): Socket {
  const read = createResponseReader(onResponse);
  return connect({
    host,
    port,
    noDelay: true,
    onread: {
      buffer: READ_INTO,
      callback: (bytes) => {
        read(READ_INTO.subarray(0, bytes));
        return true;
      },
    },
  });
}

/** Reads responses from their bytes, however they are cut; keeps none but those of unfinished headers. */
function createResponseReader(onResponse: (status: number) => void): (chunk: Buffer) => void {
  let headers: Buffer = Buffer.alloc(0);
  let status = 0;
  let bodyLeft = 0;
  return (chunk) => {
    let rest = chunk;
    while (rest.length > 0) {
      if (bodyLeft === 0) {
        const seen = headers.length === 0 ? rest : Buffer.concat([headers, rest]);
        const end = seen.indexOf(HEADERS_END);
        if (end === -1) {
          headers = Buffer.from(seen);
          return;
        }
        status = Number(seen.toString('latin1', 9, 12));
        bodyLeft = contentLength(seen.toString('latin1', 0, end));
        rest = seen.subarray(end + HEADERS_END.length);
        headers = Buffer.alloc(0);
      }
      const taken = Math.min(bodyLeft, rest.length);
      bodyLeft -= taken;
      rest = rest.subarray(taken);
      if (bodyLeft === 0) onResponse(status);
    }
  };
}

function contentLength(headers: string): number {
  return Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? '0');
}
