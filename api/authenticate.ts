import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { createCache } from '../catalogue/cache.ts';
import { type Caller, findCaller } from '../db/accounts.ts';
import { hashApiKey, isWellFormedKey } from '../domain/crypto/api-key.ts';
import { ApiError } from './api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who a request under /v1 is for; set before its handler runs. */
    caller: Caller;
  }
}

/** A revoked key is refused within this time in every process. */
const FRESH_MS = 900;
const KEYS_MAX = 50_000;
const BEARER = /^Bearer +([\x21-\x7e]{1,128})$/i;

/**
 * Finds the account of a request's key.
 * @throws ApiError `invalid_api_key`, the same for a key that is missing, malformed, unknown or revoked.
 */
export function createAuthenticator(pool: Pool): (request: FastifyRequest) => Promise<Caller> {
  const callers = createCache<string, Caller | null>(KEYS_MAX, FRESH_MS, (hash) =>
    findCaller(pool, Buffer.from(hash, 'base64')),
  );

  return async (request) => {
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    // The checksum spares the database keys that were mistyped or made up.
    const caller =
      key === undefined || !isWellFormedKey(key)
        ? null
        : await callers.get(hashApiKey(key).toString('base64'));
    if (caller === null) {
      throw new ApiError(
        'invalid_api_key',
        'Send your API key in the header: Authorization: Bearer <API_KEY>.',
      );
    }
    return caller;
  };
}
