import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import type { Caller } from '../../db/accounts/accounts.ts';
import { type BudgetKind, leasePermits } from '../../db/accounts/rate-windows.ts';
import { type AccountId, readId } from '../../domain/ids.ts';
import { createSharedBudget, type SharedBudget, type Taken } from '../../domain/network/shared-budget.ts';
import { ApiError } from './api-error.ts';

/** Longest that a request waits for permits; then this process counts by itself. */
const LEASE_WITHIN_MS = 3_000;

/** The accounts' budgets of requests a second, which all API processes on the database share. */
export function createAccountBudget(pool: Pool, kind: BudgetKind): SharedBudget {
  return createSharedBudget({
    lease: (key, request) => inTime(leasePermits(pool, kind, readAccount(key), request)),
    now: () => performance.now(),
    msToSecondEnd: () => 1_000 - (Date.now() % 1_000),
    together: () => new Promise((resolve) => setImmediate(resolve)),
  });
}

function readAccount(key: string): AccountId {
  const account = readId('acc', key);
  if (account === null) throw new TypeError(`${key} is no account`);
  return account;
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no permits in time')), LEASE_WITHIN_MS);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}

/**
 * Limits each account to its requests a second; three headers say so on every authenticated answer. A hook of the scope and
 * not of its routes, so that unknown paths and unreadable bodies count and tell as well.
 */
export async function limitRates(app: FastifyInstance, budget: SharedBudget): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    timeWindow: 1_000,
    keyGenerator: (request) => request.caller.accountId,
    max: (request) => request.caller.rateLimitPerSecond,
    enableDraftSpec: true,
    errorResponseBuilder: () => TOO_MANY,
    store: storeOn(budget),
  });
  app.addHook('onRequest', app.rateLimit());
}

/** One for all: an account that is refused asks again, and an error with a stack is what costs most of a refusal. */
const TOO_MANY = new ApiError(
  'rate_limited',
  'Too many requests. Wait for the seconds in Retry-After, then send it again.',
);

/** The plugin's store of counts; it makes one itself, so it is given a class. */
function storeOn(budget: SharedBudget) {
  return class {
    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      _windowMs: number,
      max: number,
    ): void {
      const tell = ({ admitted, remaining, resetMs }: Taken) =>
        callback(null, { current: admitted ? max - remaining : max + 1, ttl: resetMs });
      const taken = budget.take(key, max);
      if (taken instanceof Promise) taken.then(tell, callback);
      else tell(taken);
    }

    child() {
      return this;
    }
  };
}

/** Tells an account how its budget stands without taking of it: on the answer to a key that is used from elsewhere. */
export function tellRate(budget: SharedBudget, caller: Caller, reply: FastifyReply): void {
  const { remaining, resetMs } = budget.peek(caller.accountId, caller.rateLimitPerSecond);
  reply.headers(rateHeaders(caller.rateLimitPerSecond, remaining, resetMs));
}

/**
 * Takes one of a tighter budget, for what is worth harvesting.
 * @throws ApiError `rate_limited`, with the headers of that budget.
 */
export async function consumeLookupBudget(
  budget: SharedBudget,
  accountId: AccountId,
  limit: number,
  reply: FastifyReply,
): Promise<void> {
  const { admitted, resetMs } = await budget.take(accountId, limit);
  if (admitted) return;
  const headers = rateHeaders(limit, 0, resetMs);
  reply.headers(headers);
  throw new ApiError(
    'rate_limited',
    `Too many number lookups: ${limit} a second are possible. Wait for the seconds in Retry-After.`,
    { retryAfterSeconds: headers['RateLimit-Reset'] },
  );
}

/** The three headers that tell an account of its rate. */
export function rateHeaders(limit: number, remaining: number, resetMs: number) {
  return {
    'RateLimit-Limit': limit,
    'RateLimit-Remaining': remaining,
    'RateLimit-Reset': Math.max(1, Math.ceil(resetMs / 1_000)),
  };
}
