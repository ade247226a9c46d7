import { z } from 'zod';
import { RETRIABLE } from '../../domain/batch/retry-reasons.ts';
import { CHANGES_MAX } from '../../domain/batch/rows/row-edit.ts';
import { NamedId } from '../common.ts';
import { FIELD_RULES } from '../field-rules.ts';

/** Bodies that change rows of a batch that is not started. */

export const REVISION_MAX = 1_000_000_000;
const LINE_MAX = 100_000_000;
const WHOLE_MAX = 9_999_999;

const whole = (description: string, example: number) =>
  z
    .int({ error: FIELD_RULES.whole_number })
    .min(0, { error: FIELD_RULES.whole_number })
    .max(WHOLE_MAX, { error: FIELD_RULES.whole_number })
    .nullable()
    .optional()
    .meta({ description, examples: [example] });

const changes = {
  phone_number: NamedId.nullable()
    .optional()
    .meta({
      description:
        'The number to buy for, in E.164. If the upload had `repair=propose` or `repair=accept`, other forms are read as in the file, and the row then has the number in E.164. Null: as in the file. A number that cannot be bought for makes the row invalid.',
      examples: ['+2348031234567'],
    }),
  bundle_id: NamedId.nullable()
    .optional()
    .meta({
      description: 'The bundle to buy, in place of data and validity. Null: as in the file.',
      examples: ['bnd_mtn_ng_1gb_30d'],
    }),
  data_mb: whole('Data in MB, to choose the bundle by. Null: as in the file.', 1024),
  validity_hours: whole('Least validity in hours, to choose the bundle by. Null: as in the file.', 720),
  dropped: z
    .boolean()
    .optional()
    .describe('`true`: nothing is bought for the row. `false`: the row is restored.'),
};

const revision = z
  .int({ error: FIELD_RULES.revision })
  .min(0, { error: FIELD_RULES.revision })
  .max(REVISION_MAX, { error: FIELD_RULES.revision })
  .optional()
  .meta({
    description:
      'The `revision` of the batch that you have seen. If someone changed a row since, the answer is 409. Without it, your change is made anyway.',
    examples: [0],
  });

export const ChangeBatchRow = z.strictObject({ ...changes, revision }).meta({
  id: 'ChangeBatchRow',
  minProperties: 1,
  description: 'What to change in a row. Send at least one field.',
});

const BatchRowEdit = z
  .strictObject({
    line: z
      .int({ error: FIELD_RULES.line })
      .min(1, { error: FIELD_RULES.line })
      .max(LINE_MAX, { error: FIELD_RULES.line })
      .meta({ description: 'Line of the row in the file.', examples: [2] }),
    ...changes,
  })
  .meta({ id: 'BatchRowEdit', description: 'A change of one row.' });

export const ChangeBatchRows = z
  .strictObject({
    revision,
    edits: z
      .array(BatchRowEdit, { error: FIELD_RULES.edits })
      .min(1, { error: FIELD_RULES.edits })
      .max(CHANGES_MAX, { error: FIELD_RULES.edits })
      .describe('The changes: 1 to 1,000, each of a different line. All of them are made, or none.'),
  })
  .meta({ id: 'ChangeBatchRows', description: 'Changes of rows of a batch.' });

/** What was changed in a row, as clients see it. */
export const RowChangesResource = z
  .object({
    phone_number: z.string().nullable().describe('The number that replaces the one in the file, or null.'),
    bundle_id: z.string().nullable().describe('The bundle that replaces the one in the file, or null.'),
    data_mb: z.int().nullable().describe('Data in MB that replaces what the file says, or null.'),
    validity_hours: z.int().nullable().describe('Validity that replaces what the file says, or null.'),
    dropped: z.boolean().describe('Whether you dropped the row.'),
  })
  .meta({ id: 'BatchRowChanges', description: 'What you changed in a row after the upload.' });

export const RetryBatch = z
  .strictObject({
    reference: z
      .string()
      .regex(/^[A-Za-z0-9_.:-]{1,55}$/, { error: FIELD_RULES.batch_reference })
      .optional()
      .meta({
        description:
          'Reference of the new batch. If you leave it out, it is made from the reference of the first batch, such as `december-campaign.retry-1`. The same reference again returns the same batch.',
        examples: ['december-campaign-again'],
      }),
    reasons: z
      .array(z.enum(RETRIABLE))
      .min(1)
      .max(RETRIABLE.length)
      .optional()
      .meta({
        description:
          'Only rows with these reasons. If you leave it out, all of them except `network_timeout`: after a timeout, the bundle may still arrive.',
        examples: [['network_unavailable', 'too_soon']],
      }),
  })
  .meta({ id: 'RetryBatch', description: 'Which rows to try again.' });
