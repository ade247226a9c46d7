import { z } from 'zod';
import { COST_CENTRE_CHARS_MAX, NOTE_CHARS_MAX } from '../../domain/batch/batch.ts';
import { DateTime, isStorable, STORABLE } from '../common.ts';
import { FIELD_RULES } from '../field-rules.ts';

/** What people keep with a batch. It changes nothing that is bought. */

export const BatchOwner = z
  .object({
    kind: z.string().describe('`key`, `person` or `operator` (your technical contact). More may be added.'),
    id: z.string().describe('Id of the key or person; otherwise a name.'),
  })
  .meta({
    id: 'BatchOwner',
    description: 'Who uploaded a batch.',
    examples: [{ kind: 'key', id: 'key_01kf0x6q0sfb7r9m2ptq4n6wze' }],
  });

/** What people wrote about a batch, and whether they put it away. */
export const BatchLabels = {
  note: z
    .string()
    .nullable()
    .optional()
    .meta({
      description: 'What people wrote about it; null for nothing.',
      examples: ['Agreed with marketing on Friday.'],
    }),
  cost_centre: z
    .string()
    .nullable()
    .optional()
    .meta({
      description: 'To which of your cost centres it is charged; null for none.',
      examples: ['marketing'],
    }),
  archived_at: DateTime.nullable()
    .optional()
    .describe('When it was archived; null if it is not. An archived batch is like any other.'),
};

export const UpdateBatch = z
  .strictObject({
    note: z
      .string({ error: FIELD_RULES.batch_note })
      .trim()
      .max(NOTE_CHARS_MAX, { error: FIELD_RULES.batch_note })
      .refine(isStorable, { error: FIELD_RULES.storable })
      .nullable()
      .optional()
      .meta({
        description:
          'What you want to remember about the batch, up to 1,000 characters. Null or an empty text removes it. Do not write personal data.',
        pattern: STORABLE,
        examples: ['Agreed with marketing on Friday.'],
      }),
    cost_centre: z
      .string({ error: FIELD_RULES.cost_centre })
      .trim()
      .max(COST_CENTRE_CHARS_MAX, { error: FIELD_RULES.cost_centre })
      .refine(isStorable, { error: FIELD_RULES.storable })
      .nullable()
      .optional()
      .meta({
        description:
          'To which of your cost centres the batch is charged, up to 60 characters. Null or an empty text removes it. Do not write personal data.',
        pattern: STORABLE,
        examples: ['marketing'],
      }),
    archived: z
      .boolean()
      .optional()
      .describe(
        '`true`: archives the batch, so that lists can leave it out. It must be `completed`, `canceled` or `rejected`. `false`: brings it back.',
      ),
  })
  .meta({
    id: 'UpdateBatch',
    minProperties: 1,
    description: 'What to change. Send at least one field.',
    examples: [{ note: 'Agreed with marketing on Friday.' }],
  });
