import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { isStillAdmitted } from '../../../db/people/still-admitted.ts';
import type { BatchId } from '../../../domain/ids.ts';
import { holdPlace } from '../../plugins/places/hold-place.ts';
import { createPlaces, STREAMED } from '../../plugins/places/places.ts';
import { mustFind, type PageDeps, readBatchId } from '../batch-pages.ts';
import { type BatchProgress, isAtRest, progressOf } from './progress.ts';
import { PROGRESS } from './schemas.ts';

/** How often a batch is read for a stream, in ms. */
const EVERY_MS = 2_000;
/** After this time without an event, a comment shows proxies that the connection is used. */
const QUIET_MS = 15_000;
/** A stream that cannot be written is closed this long after its end, in ms. */
const GRACE_MS = 10_000;
/** How soon a browser connects again, in ms. */
const RETRY_MS = 2_000;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // A proxy that collects answers passes each event on only with this.
  'X-Accel-Buffering': 'no',
};

/**
 * GET /v1/batches/{batch_id}/progress. Each stream reads the database, so it shows what any process did. It ends with its
 * time, with the session or key that opened it, and when the process closes.
 */
export function batchProgressRoutes(deps: PageDeps): FastifyPluginAsyncZod {
  const places = createPlaces(STREAMED);
  return async (app) => {
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());

    app.get(
      '/batches/:batch_id/progress',
      { schema: PROGRESS, config: { right: 'batches:read' } },
      async (request, reply) => {
        const { accountId } = request.caller;
        const id = readBatchId(request.params.batch_id);
        const ms = Number(request.query.seconds) * 1_000;
        const first = progressOf(await mustFind(deps, accountId, id));
        holdPlace(reply, places.take(accountId), ms + GRACE_MS);
        const source: Source = {
          first,
          read: async () => {
            const admitted = await isStillAdmitted(deps.pools.reads, accountId, request.principal);
            return admitted ? progressOf(await mustFind(deps, accountId, id)) : null;
          },
          signal: closing.signal,
          until: performance.now() + ms,
          onFault: (error) => request.log.warn({ err: error, batch_id: id }, 'progress stream ended early'),
        };
        return reply.headers(HEADERS).send(Readable.from(follow(id, source)));
      },
    );
  };
}

interface Source {
  readonly first: BatchProgress;
  /** Null once the one who opened the stream may no longer read. */
  readonly read: () => Promise<BatchProgress | null>;
  readonly signal: AbortSignal;
  /** On the clock of `performance.now()`. */
  readonly until: number;
  readonly onFault: (error: unknown) => void;
}

async function* follow(id: BatchId, source: Source): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`;
  let sent = '';
  let sentAt = performance.now();
  let now: BatchProgress | null = source.first;
  while (now !== null) {
    const data = JSON.stringify(now);
    if (isAtRest(now)) return yield eventOf('end', data);
    const isNews = data !== sent;
    if (isNews || performance.now() - sentAt >= QUIET_MS) {
      yield isNews ? eventOf('progress', data) : `: ${id}\n\n`;
      sentAt = performance.now();
      sent = data;
    }
    const left = source.until - performance.now();
    if (left <= 0 || !(await pause(Math.min(EVERY_MS, left), source.signal))) return;
    now = await source.read().catch((error: unknown) => {
      source.onFault(error);
      return null;
    });
  }
}

function eventOf(name: string, data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}

/** Whether the pause passed without the signal. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal }).catch(() => false);
}
