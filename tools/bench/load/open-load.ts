import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection } from './http-load.ts';

/** The result of a load run at a fixed rate, independent of response times. */
export interface OpenLoadResult {
  /** From the first request until the last answer. */
  readonly seconds: number;
  /** Milliseconds from when each request was due until its answer, by status; 0 is a broken connection. */
  readonly msByStatus: ReadonlyMap<number, readonly number[]>;
  /** Requests that had no answer when waiting for the last ones ended. */
  readonly unanswered: number;
}

export interface OpenLoadOptions {
  readonly host: string;
  readonly port: number;
  /** Kept alive; a request that finds all of them busy waits here, and that counts. */
  readonly connections: number;
  readonly perSecond: number;
  readonly durationMs: number;
  /** The bytes of the next request; it must be answered with a Content-Length. */
  readonly nextRequest: () => string;
}

/** Longest wait for the last answers. */
const DRAIN_MS = 30_000;

interface Line {
  readonly socket: Socket;
  /** Of the request under way; null while there is none. */
  dueAt: number | null;
}

/** Sends this many requests per second, on time or once a connection is free. `onSent`: when the last was due. */
export async function runOpenLoad(options: OpenLoadOptions, onSent: () => void): Promise<OpenLoadResult> {
  const msByStatus = new Map<number, number[]>();
  const waiting: number[] = [];
  /** Of `waiting`, the first that is not taken yet: it may hold tens of thousands. */
  let next = 0;
  const free: Line[] = [];
  let busy = 0;

  const send = (line: Line, dueAt: number) => {
    busy += 1;
    line.dueAt = dueAt;
    line.socket.write(options.nextRequest());
  };
  const answered = (line: Line, status: number) => {
    if (line.dueAt === null) {
      // The server closes an idle connection: it has answered no request, and must not get another one.
      const at = free.indexOf(line);
      if (at !== -1) free.splice(at, 1);
      return;
    }
    busy -= 1;
    const seen = msByStatus.get(status) ?? [];
    msByStatus.set(status, seen);
    seen.push(performance.now() - line.dueAt);
    line.dueAt = null;
    if (status === 0) return;
    const dueAt = waiting[next];
    if (dueAt === undefined) free.push(line);
    else {
      next += 1;
      send(line, dueAt);
    }
  };
  const lines = await Promise.all(Array.from({ length: options.connections }, () => open(options, answered)));
  free.push(...lines);

  const began = performance.now();
  const total = Math.floor((options.perSecond * options.durationMs) / 1_000);
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.ceil(((performance.now() - began) * options.perSecond) / 1_000));
    for (; sent < due; sent++) {
      const dueAt = began + (sent * 1_000) / options.perSecond;
      const line = free.pop();
      if (line === undefined) waiting.push(dueAt);
      else send(line, dueAt);
    }
    await sleep(1);
  }
  onSent();
  const until = performance.now() + DRAIN_MS;
  while (busy + waiting.length - next > 0 && performance.now() < until) await sleep(5);
  const seconds = (performance.now() - began) / 1_000;
  const unanswered = busy + waiting.length - next;
  for (const { socket } of lines) socket.destroy();
  return { seconds, msByStatus, unanswered };
}

function open(options: OpenLoadOptions, answered: (line: Line, status: number) => void): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = openConnection(options, (status) => answered(line, status));
    const line: Line = { socket, dueAt: null };
    socket.once('connect', () => resolve(line));
    socket.once('error', reject);
    socket.on('error', () => answered(line, 0));
  });
}
