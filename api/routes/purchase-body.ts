import type { FastifyRequest } from 'fastify';
import { METADATA_KEYS_MAX, TOO_MANY_METADATA_KEYS } from '../../contract/common.ts';
import { ApiError } from '../plugins/api-error.ts';

/**
 * The longest spelling of a purchase: 20 metadata values of 500 characters that JSON escapes as surrogate pairs, twelve bytes
 * each, under keys of 40 characters escaped likewise, take 124,920 bytes; the other fields and some white space take the rest.
 */
export const PURCHASE_BYTES_MAX = 128 * 1024;

/**
 * Refuses too many metadata keys before the schema would judge each of them.
 * @throws ApiError `invalid_request`
 */
export async function countMetadata({ body }: FastifyRequest): Promise<void> {
  const metadata = typeof body === 'object' && body !== null && 'metadata' in body ? body.metadata : null;
  if (typeof metadata !== 'object' || metadata === null) return;
  if (Object.keys(metadata).length > METADATA_KEYS_MAX) {
    throw new ApiError('invalid_request', `metadata: ${TOO_MANY_METADATA_KEYS}`, { param: 'metadata' });
  }
}
