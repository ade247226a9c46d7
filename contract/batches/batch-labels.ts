import { z } from 'zod';
import { NOTE_CHARS_MAX } from '../../domain/batch/batch.ts';
import { isStorable, STORABLE } from '../common.ts';
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
