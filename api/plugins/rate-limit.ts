import { setTimeout as sleep } from 'node:timers/promises';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import type { Caller } from '../../db/accounts/accounts.ts';
import { type BudgetKind, leasePermits } from '../../db/accounts/rate-windows.ts';
import type { AccountId } from '../../domain/ids.ts';
import { apiError } from './api-error.ts';
import { toSource } from './failed-attempts.ts';
import { createRateBudget, type RateBudget } from './rate-budget.ts';

/** Longest time that a request waits for permits; then this process counts alone. */
const LEASE_WITHIN_MS = 3_000;
/** Budgets last one second, so the next one starts within a second. */
const RESET_SECONDS = 1;

/** The accounts' budgets of one kind, which all API processes on the database share. */
export function createAccountBudget(pool: Pool, kind: BudgetKind): RateBudget {
  return createRateBudget((account, limit, waiting) =>
    Promise.race([
      leasePermits(pool, kind, account, { limit, waiting }),
      sleep(LEASE_WITHIN_MS, null, { ref: false }),
    ]),
  );
}

const TOO_MANY_REQUESTS = apiError('rate_exceeded', { retryAfterSeconds: RESET_SECONDS });

/**
 * Limits each account to its requests per second, with three headers on every authenticated answer. It is a hook of the scope,
 * not of its routes, so that unknown paths and unreadable bodies count too and have the headers.
 */
export function limitRates(app: FastifyInstance, budget: RateBudget): void {
  app.addHook('onRequest', async ({ caller }, reply) => {
    const { admitted, remaining } = await budget.take(caller.accountId, caller.rateLimitPerSecond);
    reply.headers(rateHeaders(caller.rateLimitPerSecond, remaining));
    if (!admitted) throw TOO_MANY_REQUESTS;
  });
}

/** Adds the headers without taking from the budget: for a key that is used from outside the allowlist. */
export function addRateHeaders(budget: RateBudget, caller: Caller, reply: FastifyReply): void {
  const { accountId, rateLimitPerSecond } = caller;
  reply.headers(rateHeaders(rateLimitPerSecond, budget.peek(accountId, rateLimitPerSecond)));
}

/**
 * Takes one of the tighter budget for number lookups.
 * @throws ApiError `rate_limited`, with the headers of that budget.
 */
export async function consumeLookupBudget(
  budget: RateBudget,
  accountId: AccountId,
  limit: number,
  reply: FastifyReply,
): Promise<void> {
  const { admitted } = await budget.take(accountId, limit);
  if (admitted) return;
  reply.headers(rateHeaders(limit, 0));
  throw apiError('lookups_exceeded', { values: { limit }, retryAfterSeconds: RESET_SECONDS });
}

/** The three headers with an account's rate. */
function rateHeaders(limit: number, remaining: number) {
  return {
    'RateLimit-Limit': limit,
    'RateLimit-Remaining': remaining,
    'RateLimit-Reset': RESET_SECONDS,
  };
}

/** Requests per address and window: about thirty loads of the largest page of the documentation. */
export const REQUESTS_MAX = 200;
/** The same for files of the console. Its first load takes up to 60, and an office has one address; browsers keep them for good. */
export const CONSOLE_FILES_MAX = 4_000;
export const WINDOW_MS = 10_000;

/**
 * Limits the requests for what is added to a scope later, by address; an IPv6 address counts as its /64.
 * @param refusal for those beyond the limit
 * @param max requests per window
 */
export async function limitAddresses(
  app: FastifyInstance,
  refusal: 'page_requests_exceeded' | 'sign_ins_exceeded' | 'staff_requests_exceeded',
  max = REQUESTS_MAX,
): Promise<void> {
  await app.register(rateLimit, {
    timeWindow: WINDOW_MS,
    max,
    keyGenerator: ({ ip }) => toSource(ip),
    enableDraftSpec: true,
    errorResponseBuilder: () => apiError(refusal),
  });
}
