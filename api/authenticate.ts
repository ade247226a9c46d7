import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { createCache } from '../catalogue/cache.ts';
import { type Caller, findCaller } from '../db/accounts.ts';
import { hashApiKey, isWellFormedKey } from '../domain/crypto/api-key.ts';
import { createAllowList } from './allow-list.ts';
import { ApiError } from './api-error.ts';
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
/** Headers that may be remembered, and for how long each. */
const REMEMBERED_MAX = 1_000;
const REMEMBERED_MS = 1_000;
const BEARER = /^Bearer +([\x21-\x7e]{1,128})$/i;

export interface KeyHolder {
  readonly caller: Caller;
  readonly allows: (address: string) => boolean;
}

export interface Authenticator {
  readonly authenticate: Authenticate;
  /** Whose an Authorization header is that was to be remembered; null when that is to be asked. As fresh as any answer. */
  recall(authorization: string): KeyHolder | null;
  /** Remembers for a second the header of a request whose key was found. */
  remember(authorization: string): void;
}

/** Finds who a request is for. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<KeyHolder>;

/**
 * Finds the account of a request's key. An attempt with a key that this process has not seen open anything takes one from
 * its address before the database is asked, so that made-up keys are cheap, and keys in use pass whatever else comes from
 * their address. Requests that come together with one such key are one attempt until it is seen to open nothing: a client
 * with many connections may be the first that a process hears of.
 * @throws ApiError `invalid_api_key`, the same for a key that is missing, malformed, unknown or revoked; `rate_limited`
 * when too many such came from the address.
 */
export function createAuthenticator(pool: Pool, failed: FailedAttempts): Authenticator {
  const read = async (hash: string) => {
    const caller = await findCaller(pool, Buffer.from(hash, 'base64'));
    return caller === null ? null : { caller, allows: createAllowList(caller.allowedRanges) };
  };
  const holders = createCache<string, KeyHolder | null>(KEYS_MAX, FRESH_MS, read, REFRESH_AFTER_MS);
  const remembered = createRememberedHeaders();
  const proven = createProvenKeys();
  const opening = new Map<string, Promise<KeyHolder | null>>();
  const open = async (hash: string) => {
    const holder = await holders.get(hash);
    if (holder !== null) proven.add(hash);
    return holder;
  };

  const authenticate: Authenticate = async (request, reply) => {
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    // The checksum spares the database keys that were mistyped.
    if (key === undefined || !isWellFormedKey(key)) {
      takeAttempt(failed, request, reply);
      throw invalidKey();
    }

    const hash = hashApiKey(key).toString('base64');
    if (!proven.has(hash)) await opening.get(hash);
    if (proven.has(hash)) {
      const holder = await holders.get(hash);
      if (holder !== null) return holder;
      proven.remove(hash);
      takeAttempt(failed, request, reply);
      throw invalidKey();
    }

    takeAttempt(failed, request, reply);
    const opened = open(hash).finally(() => opening.delete(hash));
    opening.set(hash, opened);
    const holder = await opened.catch((error: unknown) => {
      failed.giveBack(request.ip);
      throw error;
    });
    if (holder === null) throw invalidKey();
    failed.giveBack(request.ip);
    return holder;
  };
  return {
    authenticate,
    remember: remembered.add,
    recall(authorization) {
      const hash = remembered.hashOf(authorization);
      return hash === undefined ? null : (holders.peek(hash) ?? null);
    },
  };
}

/** The hashes of keys by the headers that they came in: a key is kept as it is for a second and no longer. */
function createRememberedHeaders() {
  const hashes = new Map<string, string>();
  return {
    hashOf: (authorization: string) => hashes.get(authorization),
    add(authorization: string) {
      const key = BEARER.exec(authorization)?.[1];
      if (key === undefined || hashes.has(authorization) || hashes.size >= REMEMBERED_MAX) return;
      hashes.set(authorization, hashApiKey(key).toString('base64'));
      setTimeout(() => hashes.delete(authorization), REMEMBERED_MS).unref();
    },
  };
}

/**
 * Refuses a key that is used from outside its account's allow-list; that counts as a failed attempt of the address.
 * @throws ApiError `ip_not_allowed`, or `rate_limited`.
 */
export function refuseAddress(failed: FailedAttempts, request: FastifyRequest, reply: FastifyReply): never {
  takeAttempt(failed, request, reply);
  throw new ApiError(
    'ip_not_allowed',
    `Your account's keys may not be used from ${request.ip.slice(0, 45)}. Call from an address of its allow-list, or have the list changed.`,
  );
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
  throw new ApiError(
    'rate_limited',
    'Too many requests without a valid key came from your address. Wait for the seconds in Retry-After.',
    { retryAfterSeconds: seconds },
  );
}

function invalidKey(): ApiError {
  return new ApiError('invalid_api_key', 'Send your API key in the header: Authorization: Bearer <API_KEY>.');
}

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
