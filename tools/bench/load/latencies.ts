import type { Socket } from 'node:net';
import { openConnection } from './http-load.ts';

/** Milliseconds of each call, in no order, and how many calls failed. */
export interface Latencies {
  readonly ms: readonly number[];
  readonly failed: number;
}

/** Makes calls one after the other, in this many parallel sequences, for a while. The call returns whether it succeeded. */
export async function measureLatencies(
  sequences: number,
  durationMs: number,
  call: () => Promise<boolean>,
): Promise<Latencies> {
  const ms: number[] = [];
  let failed = 0;
  const until = performance.now() + durationMs;
  const sequence = async () => {
    while (performance.now() < until) {
      const begin = performance.now();
      if (!(await call())) failed += 1;
      ms.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: sequences }, sequence));
  return { ms, failed };
}

/** The figure that all but one in a hundred stay under. */
export function p99({ ms }: Latencies): number {
  return quantile(ms, 0.99);
}

/** The figure that this share of all stay under or at. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** GET over kept connections, each opened when it is first needed; answers the status. */
export function createGetter(baseUrl: string, headers: Readonly<Record<string, string>>) {
  const { hostname: host, port } = new URL(baseUrl);
  const lines = Object.entries({ host: `${host}:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const free: Line[] = [];
  const open: Line[] = [];

  const add = () => {
    const socket = openConnection({ host, port: Number(port) }, (status) => {
      free.push(line);
      line.waiting?.resolve(status);
    });
    const line: Line = { socket, waiting: null };
    socket.on('error', (error) => line.waiting?.reject(error));
    socket.on('close', () => {
      line.waiting?.reject(new Error('the server closed the connection'));
      if (free.includes(line)) free.splice(free.indexOf(line), 1);
    });
    open.push(line);
    return line;
  };
  const get = (path: string) => {
    const line = free.pop() ?? add();
    line.waiting = Promise.withResolvers();
    line.socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    return line.waiting.promise;
  };
  return {
    get,
    close() {
      for (const { socket } of open) socket.destroy();
    },
  };
}

interface Line {
  readonly socket: Socket;
  /** Who waits for the response under way. */
  waiting: PromiseWithResolvers<number> | null;
}
