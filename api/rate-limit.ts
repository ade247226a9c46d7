import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

const ACCOUNTS_MAX = 10_000;

/**
 * Limits each account to its requests a second in this process; three headers say so on every authenticated answer. A hook
 * of the scope and not of its routes, so that unknown paths and unreadable bodies count and tell as well.
 */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    cache: ACCOUNTS_MAX,
    timeWindow: 1_000,
    keyGenerator: (request) => request.caller.accountId,
    max: (request) => request.caller.rateLimitPerSecond,
    enableDraftSpec: true,
    errorResponseBuilder: () =>
      new ApiError(
        'rate_limited',
        'Too many requests. Wait for the seconds in Retry-After, then send it again.',
      ),
  });
  app.addHook('onRequest', app.rateLimit());
}
