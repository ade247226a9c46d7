import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { type Caller, findWorkingKeys } from '../../db/accounts/accounts.ts';
import type { Principal } from '../../domain/access/principal.ts';
import { type Right, rightsOf } from '../../domain/access/rights.ts';
import { hashApiKeyToBase64, isWellFormedKey } from '../../domain/crypto/api-key.ts';
import { createCache } from '../../services/cache.ts';
import { createLanes, Overloaded } from '../../services/lane.ts';
import { createAllowList } from './allow-list.ts';
import { apiError } from './api-error.ts';
import type { FailedAttempts } from './failed-attempts.ts';
import type { RefusalLog } from './refusals.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of a request under /v1; set before its handler runs. */
    caller: Caller;
  }
}

/** Every process applies a revoked, expired or rotated key, changed scopes and a changed allowlist within a second. */
const FRESH_MS = 900;
/** From this age, a key in use is read again in the background. */
const REFRESH_AFTER_MS = 450;
const KEYS_MAX = 50_000;
/** Unknown keys that one query looks up. Others wait, up to a limit. */
const LOOKED_UP_TOGETHER = 512;
const LOOK_UPS_WAITING_MAX = 4_096;
const BEARER = /^Bearer +([\x21-\x7e]{1,128})$/i;

export interface KeyHolder {
  readonly caller: Caller;
  readonly principal: Principal;
  readonly rights: ReadonlySet<Right>;
  readonly allows: (address: string) => boolean;
}

/** Finds the account of a request. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<KeyHolder>;

/**
 * Finds the account of a request's key. A key that this process knows is read again within a second. All other waiting keys
 * are looked up together, by one indexed query at a time, so that many invented keys with a valid checksum stay cheap.
 * Only an invalid key takes an attempt from its address, so valid keys from the same address keep working.
 * @throws ApiError `invalid_api_key` if the key is missing, malformed, unknown, revoked or expired; `rate_limited` if too many such
 * keys came from the address, or too many unknown keys wait.
 */
export function createAuthenticator(
  pool: Pool,
  failed: FailedAttempts,
  refusals: Pick<RefusalLog, 'noteKey'>,
): Authenticate {
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
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const hash = hashApiKeyToBase64(key);
    const isProven = proven.has(hash);
    // The checksum keeps mistyped keys away from the database.
    if (!isProven && !isWellFormedKey(key)) {
      takeAttempt(failed, request, reply);
      throw apiError('key_invalid');
    }

    const holder = await (isProven ? holders.get(hash) : prove(hash));
    if (holder !== null) return holder;
    proven.remove(hash);
    takeAttempt(failed, request, reply);
    refusals.noteKey(request, Buffer.from(hash, 'base64'));
    throw apiError('key_invalid');
  };
}

/** The holder of each key, in order; null for an invalid key. */
async function readHolders(pool: Pool, hashes: readonly string[]): Promise<(KeyHolder | null)[]> {
  const keys = await findWorkingKeys(
    pool,
    hashes.map((hash) => Buffer.from(hash, 'base64')),
  );
  return keys.map((key) => {
    if (key === null) return null;
    const { caller, keyId, scopes } = key;
    return {
      caller,
      principal: { kind: 'key', keyId },
      rights: rightsOf(scopes),
      allows: createAllowList(caller.allowedRanges),
    };
  });
}

/**
 * Rejects a key that is used from outside its account's allowlist. It counts as a failed attempt of the address.
 * @throws ApiError `ip_not_allowed`, or `rate_limited`.
 */
export function refuseAddress(failed: FailedAttempts, request: FastifyRequest, reply: FastifyReply): never {
  takeAttempt(failed, request, reply);
  throw apiError('address_not_allowed', { values: { address: request.ip.slice(0, 45) } });
}

/** Takes one failed attempt from the address of a request. @throws ApiError `rate_limited` when it has none left. */
export function takeAttempt(
  failed: FailedAttempts,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: 'attempts_exceeded' | 'sign_ins_exceeded' = 'attempts_exceeded',
): void {
  const waitMs = failed.take(request.ip);
  if (waitMs === 0) return;
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  reply.headers({
    'RateLimit-Limit': failed.limit.burst,
    'RateLimit-Remaining': 0,
    'RateLimit-Reset': seconds,
  });
  throw apiError(refusal, { retryAfterSeconds: seconds });
}

const TOO_MANY_KEYS_WAITING = apiError('keys_waiting', { retryAfterSeconds: 1 });

/** Hashes of keys that were valid since this process started. When full, the oldest is dropped. */
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
