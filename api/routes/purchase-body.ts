import type { FastifyRequest } from 'fastify';
import { METADATA_KEYS_MAX } from '../../contract/common.ts';
import { FIELD_RULES } from '../../contract/field-rules.ts';
import { apiError } from '../plugins/api-error.ts';

/**
 * The longest form of a purchase: 20 metadata values of 500 characters, each escaped by JSON as a surrogate pair of 12 bytes,
 * with escaped keys of 40 characters, take 124,920 bytes. The rest is for the other fields and white space.
 */
export const PURCHASE_BYTES_MAX = 128 * 1024;

/**
 * Rejects too many metadata keys before the schema validates each of them.
 * @throws ApiError `invalid_request`
 */
export async function countMetadata({ body }: FastifyRequest): Promise<void> {
  const metadata = typeof body === 'object' && body !== null && 'metadata' in body ? body.metadata : null;
  if (typeof metadata !== 'object' || metadata === null) return;
  if (Object.keys(metadata).length > METADATA_KEYS_MAX) {
    const field = 'metadata';
    throw apiError('field_invalid', { values: { field, rule: FIELD_RULES.metadata_count }, param: field });
  }
}
