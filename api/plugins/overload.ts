import type { Socket } from 'node:net';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { apiError } from './api-error.ts';

/** What a process may come to before it refuses requests; 0 for no limit. */
export interface PressureLimits {
  /** Mean delay of the event loop over a second, in milliseconds. */
  readonly eventLoopDelayMs: number;
  /** Resident memory of the process, in bytes. */
  readonly rssBytes: number;
}

/** Refuses every request of a scope by `rate_limited` while the process as a whole is beyond one of its limits. */
export async function refuseUnderPressure(
  app: FastifyInstance,
  { eventLoopDelayMs, rssBytes }: PressureLimits,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMs,
    maxRssBytes: rssBytes,
    pressureHandler: () => {
      throw BUSY;
    },
  });
}

/** Requests that may wait for a connection to PostgreSQL; those behind them would mostly wait in vain. */
const WAITING_MAX = 200;

/**
 * Refuses requests early by `rate_limited` while too many wait for PostgreSQL, so that reads of one client cannot make others
 * fail. Purchases are exempt: what they read is little, and their lanes have a limit of their own.
 */
export function refuseWhenOverloaded(app: FastifyInstance, pool: Pool, waitingMax = WAITING_MAX): void {
  app.addHook('onRequest', async ({ method, routeOptions }) => {
    if (pool.waitingCount < waitingMax) return;
    if (method === 'POST' && routeOptions.url === '/v1/purchases') return;
    throw BUSY;
  });
}

/** Made once: most of a refusal's cost would be the error's stack, which nothing shows. */
const BUSY = apiError('service_busy', { retryAfterSeconds: 1 });

/** Requests of one connection that may be under way. One packet can hold a thousand, whose answers would wait in memory. */
const UNANSWERED_MAX = 64;

/** Refuses what a connection asks before so many of its requests are answered, whatever it asks for and whoever asks. */
export function limitPipelinedRequests(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    if (count <= UNANSWERED_MAX) {
      done();
      return;
    }
    reply.headers({ 'RateLimit-Limit': UNANSWERED_MAX, 'RateLimit-Remaining': 0, 'RateLimit-Reset': 1 });
    done(apiError('connection_full', { retryAfterSeconds: 1 }));
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    // Never below none: what could not be read as a request was not counted, and is answered all the same.
    unanswered.set(socket, Math.max(0, (unanswered.get(socket) ?? 0) - 1));
    done();
  });
}
