import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { type Caller, findCallers } from '../../db/accounts/accounts.ts';
import { hashApiKey, isWellFormedKey } from '../../domain/crypto/api-key.ts';
import { createCache } from '../../services/catalogue/cache.ts';
import { createLanes, Overloaded } from '../../services/purchases/lane.ts';
import { createAllowList } from './allow-list.ts';
import { apiError } from './api-error.ts';
import type { FailedAttempts } from './failed-attempts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who a request under /v1 is for; set before its handler runs. */
    caller: Caller;
  }
}

/** A revoked key is refused, and a changed allow-list obeyed, within a second in every process. */
const FRESH_MS = 900;
/** From then on a key in use is read again while the last reading still serves. */
const REFRESH_AFTER_MS = 450;
const KEYS_MAX = 50_000;
/** Unknown keys that one query looks up, and that may wait for theirs. */
const LOOKED_UP_TOGETHER = 512;
const LOOK_UPS_WAITING_MAX = 4_096;
const BEARER = /^Bearer +([\x21-\x7e]{1,128})$/i;

export interface KeyHolder {
  readonly caller: Caller;
  readonly allows: (address: string) => boolean;
}

/** Finds who a request is for. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<KeyHolder>;

/**
 * Finds the account of a request's key. A key that this process knows is read again within a second; all others that wait are
 * looked up together, by one indexed query at a time, so that made-up keys with a good checksum are cheap however many come.
 * Only a key that opens nothing takes an attempt from its address: a good key is accepted whatever else comes from there.
 * @throws ApiError `invalid_api_key`, the same for a key that is missing, malformed, unknown or revoked; `rate_limited`
 * when too many such came from the address, or too many unknown keys wait.
 */
export function createAuthenticator(pool: Pool, failed: FailedAttempts): Authenticate {
  const holders = createCache<string, KeyHolder | null>(
    KEYS_MAX,
    FRESH_MS,
    async (hash) => (await readHolders(pool, [hash]))[0] ?? null,
    REFRESH_AFTER_MS,
  );
  const proven = createProvenKeys();
  const lookUps = createLanes<'keys', string, KeyHolder | null>({
    cap: LOOKED_UP_TOGETHER,
    isFull: (waiting) => waiting >= LOOK_UPS_WAITING_MAX,
    shouldRetryIndividually: () => false,
    work: (_lane, hashes) => readHolders(pool, hashes),
  });
  const prove = async (hash: string) => {
    const holder = await lookUps.run('keys', hash).catch((error: unknown) => {
      throw error instanceof Overloaded ? TOO_MANY_KEYS_WAITING : error;
    });
    if (holder !== null) proven.add(hash);
    return holder;
  };

  return async (request, reply) => {
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    // The checksum spares the database keys that were mistyped.
    if (key === undefined || !isWellFormedKey(key)) {
      takeAttempt(failed, request, reply);
      throw apiError('key_invalid');
    }

    const hash = hashApiKey(key).toString('base64');
    const holder = proven.has(hash) ? await holders.get(hash) : await prove(hash);
    if (holder !== null) return holder;
    proven.remove(hash);
    takeAttempt(failed, request, reply);
    throw apiError('key_invalid');
  };
}

/** Who holds each of these keys, in order; null for one that opens nothing. */
async function readHolders(pool: Pool, hashes: readonly string[]): Promise<(KeyHolder | null)[]> {
  const callers = await findCallers(
    pool,
    hashes.map((hash) => Buffer.from(hash, 'base64')),
  );
  return callers.map((caller) =>
    caller === null ? null : { caller, allows: createAllowList(caller.allowedRanges) },
  );
}

/**
 * Refuses a key that is used from outside its account's allow-list; that counts as a failed attempt of the address.
 * @throws ApiError `ip_not_allowed`, or `rate_limited`.
 */
export function refuseAddress(failed: FailedAttempts, request: FastifyRequest, reply: FastifyReply): never {
  takeAttempt(failed, request, reply);
  throw apiError('address_not_allowed', { values: { address: request.ip.slice(0, 45) } });
}

function takeAttempt(failed: FailedAttempts, request: FastifyRequest, reply: FastifyReply): void {
  const waitMs = failed.take(request.ip);
  if (waitMs === 0) return;
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  reply.headers({
    'RateLimit-Limit': failed.limit.burst,
    'RateLimit-Remaining': 0,
    'RateLimit-Reset': seconds,
  });
  throw apiError('attempts_exceeded', { retryAfterSeconds: seconds });
}

const TOO_MANY_KEYS_WAITING = apiError('keys_waiting', { retryAfterSeconds: 1 });

/** Keys, by their hash, that have opened an account since this process started; the longest known goes first. */
function createProvenKeys() {
  const hashes = new Set<string>();
  return {
    has: (hash: string) => hashes.has(hash),
    remove: (hash: string) => void hashes.delete(hash),
    add(hash: string) {
      hashes.add(hash);
      const oldest = hashes.size > KEYS_MAX ? hashes.values().next().value : undefined;
      if (oldest !== undefined) hashes.delete(oldest);
    },
  };
}
