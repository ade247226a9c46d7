import { z } from 'zod';
import { BatchReferenceParameter, BatchResource } from '../../../contract/batches/batch.ts';
import { Instant, isStorable, namedList, Page, STORABLE } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import { BATCH_STATUSES } from '../../../domain/batch/batch.ts';

const ListQuery = z.strictObject({
  reference: BatchReferenceParameter.optional().describe('Only the batch with this reference.'),
  status: z.enum(BATCH_STATUSES).optional().describe('Only batches with this status.'),
  stage: z
    .enum(['scheduled'])
    .optional()
    .describe('`scheduled`: only batches that wait for their start time.'),
  search: z
    .string({ error: FIELD_RULES.batch_search })
    .min(1, { error: FIELD_RULES.batch_search })
    .max(100, { error: FIELD_RULES.batch_search })
    .refine(isStorable, { error: FIELD_RULES.storable })
    .optional()
    .meta({
      description: 'Only batches that have this text in their reference or note, in upper or lower case.',
      pattern: STORABLE,
      examples: ['december'],
    }),
  owner: z
    .string()
    .regex(/^(key|per)_[0-9a-z]{26}$/, { error: FIELD_RULES.batch_owner })
    .optional()
    .meta({
      description: 'Only batches that this key or person uploaded.',
      examples: ['key_01kf0x6q0sfb7r9m2ptq4n6wze'],
    }),
  archived: z
    .enum(['true', 'false'])
    .optional()
    .describe('`false`: only batches that are not archived. `true`: only archived ones.'),
  created_from: Instant.optional().describe('Only batches uploaded at or after this time.'),
  created_to: Instant.optional().describe('Only batches uploaded before this time.'),
  ...Page,
});
export type ListQuery = z.output<typeof ListQuery>;

export const LIST = {
  operationId: 'listBatches',
  summary: 'List batches',
  description: 'Newest first.',
  tags: ['Batches'],
  querystring: ListQuery,
  response: {
    200: namedList('BatchList', BatchResource),
    400: ErrorBody,
    401: ErrorBody,
    429: ErrorBody,
    500: ErrorBody,
  },
};
