import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { apiError } from './api-error.ts';
import type { Unanswered } from './unanswered.ts';

/** Limits beyond which a process rejects requests; 0 for no limit. */
export interface PressureLimits {
  /** Mean delay of the event loop over twice this time, in milliseconds. */
  readonly eventLoopDelayMs: number;
  /** Resident memory of the process, in bytes. */
  readonly rssBytes: number;
}

/** How often memory is read if the event loop's delay has no limit. */
const SAMPLE_MS = 1_000;

/**
 * Rejects every request of a scope with `rate_limited` while the process is beyond one of its limits. Both are measured every
 * `2 * eventLoopDelayMs`: in a shorter time, one long turn of the event loop would leave no measurement, which counts as an
 * infinite delay. The delay counts from two measurements after the start: on a busy machine, starting takes one long turn.
 * @param now a clock in milliseconds, by which the start is measured.
 */
export async function refuseUnderPressure(
  app: FastifyInstance,
  { eventLoopDelayMs, rssBytes }: PressureLimits,
  now: () => number = () => performance.now(),
): Promise<void> {
  const sampleInterval = 2 * eventLoopDelayMs || SAMPLE_MS;
  let delayCountsFrom = Number.POSITIVE_INFINITY;
  app.addHook('onReady', async () => {
    delayCountsFrom = now() + 2 * sampleInterval;
  });
  await app.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMs,
    maxRssBytes: rssBytes,
    sampleInterval,
    pressureHandler: (_request, _reply, type) => {
      if (type === underPressure.TYPE_EVENT_LOOP_DELAY && now() < delayCountsFrom) return;
      throw BUSY;
    },
  });
}

/** Requests that may wait for a connection to PostgreSQL; further ones would mostly time out. */
const WAITING_MAX = 200;

/**
 * Rejects requests early with `rate_limited` while too many wait for PostgreSQL, so that one client's reads cannot make others
 * fail. Purchases are exempt: they read little, and their lanes have a separate limit.
 */
export function refuseWhenOverloaded(
  app: FastifyInstance,
  pools: readonly Pick<Pool, 'waitingCount'>[],
  waitingMax = WAITING_MAX,
): void {
  app.addHook('onRequest', ({ method, routeOptions }, _reply, done) => {
    if (pools.every(({ waitingCount }) => waitingCount < waitingMax)) return done();
    if (method === 'POST' && routeOptions.url === '/v1/purchases') return done();
    done(BUSY);
  });
}

/** Shared instance: building the stack trace would dominate the cost, and nothing shows it. */
const BUSY = apiError('service_busy', { retryAfterSeconds: 1 });

/** Requests of one connection without an answer. One packet can hold a thousand, whose answers would wait in memory. */
export const UNANSWERED_MAX = 64;

/**
 * Closes a connection that sends a request while too many of its requests have no answer. The one request beyond the limit is
 * rejected with `rate_limited`, and the connection ends with that answer; those behind it get none. Answering each of them
 * would let a burst of a few hundred connections hold the thread for a second.
 */
export function limitPipelinedRequests(app: FastifyInstance, unanswered: Pick<Unanswered, 'of'>): void {
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const count = unanswered.of(socket).size;
    if (count <= UNANSWERED_MAX) {
      done();
      return;
    }
    if (count > UNANSWERED_MAX + 1) {
      reply.hijack();
      return;
    }
    reply.headers({ 'RateLimit-Limit': UNANSWERED_MAX, 'RateLimit-Remaining': 0, 'RateLimit-Reset': 1 });
    reply.header('Connection', 'close');
    done(apiError('connection_full', { retryAfterSeconds: 1 }));
  });
}
