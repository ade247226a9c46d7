import { z } from 'zod';
import { FIRST_ROWS_MAX } from '../../domain/batch/agreement.ts';
import { isPlannable, START_AHEAD_DAYS_MAX } from '../../domain/batch/schedule.ts';
import { Instant } from '../common.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { REVISION_MAX } from './batch-edits.ts';
import { SendBetweenText } from './batch-stage.ts';

/** Bodies of the commands of a batch. */

const REQUEST_NOTE_MAX = 200;

export const ApprovedCost = z
  .strictObject(
    {
      amount: z
        .int({ error: FIELD_RULES.approved_cost })
        .min(0, { error: FIELD_RULES.approved_cost })
        .describe('Amount in minor units of the currency.'),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .meta({ description: 'Currency of the account (ISO 4217).', examples: ['NGN'] }),
    },
    { error: FIELD_RULES.approved_cost },
  )
  .meta({
    id: 'ApprovedCost',
    description: 'The most that a batch may spend.',
    examples: [{ amount: 41_400_000, currency: 'NGN' }],
  });

export const StartBatch = z
  .strictObject({
    send_between: SendBetweenText.nullish().describe(
      "Hours in which rows are bought, in the local time of the recipient's country. Null: at any hour. If you leave it out, the hours of the upload stay.",
    ),
    approved_cost: ApprovedCost.optional().describe(
      'The `cost` of the batch that you approve. If the batch has another cost, the answer is 409. `charged` and `held` together never exceed it. The batch pauses with `price_changed` before that.',
    ),
    file_sha256: z
      .string()
      .regex(/^[0-9A-Fa-f]{64}$/, { error: FIELD_RULES.file_sha256 })
      .optional()
      .meta({
        description:
          'The `file_sha256` of the batch that you approve. If the batch has another hash, the answer is 409.',
        examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      }),
    revision: z
      .int({ error: FIELD_RULES.revision })
      .min(0, { error: FIELD_RULES.revision })
      .max(REVISION_MAX, { error: FIELD_RULES.revision })
      .optional()
      .meta({
        description:
          'The `revision` of the batch as you were shown it. Another one is answered with 409. Required with `approved_cost` or `file_sha256` if rows were changed since the upload.',
        examples: [0],
      }),
    first: z
      .int({ error: FIELD_RULES.first })
      .min(1, { error: FIELD_RULES.first })
      .max(FIRST_ROWS_MAX, { error: FIELD_RULES.first })
      .optional()
      .meta({
        description: `First buy only this many rows, 1 to ${FIRST_ROWS_MAX.toLocaleString('en')}. Rows that cannot be bought are not counted. When these purchases are final, the batch pauses with \`first_rows_done\`. Resume it to buy the others.`,
        examples: [10],
      }),
  })
  .meta({ id: 'StartBatch', description: 'What you agree to when you start a batch.' });
export type StartBatch = z.output<typeof StartBatch>;

export const ScheduleBatch = z
  .strictObject({
    start_at: Instant.refine((text) => isPlannable(text, new Date()), { error: FIELD_RULES.not_before }).meta(
      {
        description: `When the batch starts: in the future, at most ${START_AHEAD_DAYS_MAX} days ahead. It becomes the \`not_before\` of the batch.`,
        examples: ['2026-12-01T08:00:00Z'],
      },
    ),
    ...StartBatch.shape,
  })
  .meta({
    id: 'ScheduleBatch',
    description: 'When a batch starts, and what you agree to.',
  });
export type ScheduleBatch = z.output<typeof ScheduleBatch>;

const { send_between, file_sha256, revision } = StartBatch.shape;

export const RequestBatchStart = z
  .strictObject({
    start_at: ScheduleBatch.shape.start_at.optional().meta({
      description: `When the batch is to start: in the future, at most ${START_AHEAD_DAYS_MAX} days ahead. If you leave it out, it starts when someone starts it.`,
      examples: ['2026-12-01T08:00:00Z'],
    }),
    send_between,
    approved_cost: ApprovedCost.describe(
      'The most that the batch may spend: its `cost`. If the batch has another cost, the answer is 409.',
    ),
    file_sha256,
    revision,
    note: z
      .string({ error: FIELD_RULES.request_note })
      .min(1, { error: FIELD_RULES.request_note })
      .max(REQUEST_NOTE_MAX, { error: FIELD_RULES.request_note })
      .refine((text) => !text.includes('\u0000') && text.isWellFormed(), { error: FIELD_RULES.storable })
      .refine((text) => text.trim() !== '', { error: FIELD_RULES.request_note })
      .optional()
      .meta({
        description: `For those who approve: up to ${REQUEST_NOTE_MAX} characters. All who see the approval can read it. If the same was asked for before, its first note stays.`,
        pattern: '^[^\\x00]*[^\\x00\\s][^\\x00]*$',
        examples: ['Agreed with marketing: tomorrow at nine.'],
      }),
  })
  .meta({
    id: 'RequestBatchStart',
    description: 'When a batch is to start, and what it may cost.',
  });
export type RequestBatchStart = z.output<typeof RequestBatchStart>;

export const ResumeBatch = z
  .strictObject({
    approved_cost: ApprovedCost.optional().describe(
      'A new limit for `charged` and `held` together, after a pause with `price_changed`. It must not be less than their sum now. If you leave it out, the earlier limit stays.',
    ),
  })
  .meta({ id: 'ResumeBatch', description: 'What you agree to when you resume a batch.' });
export type ResumeBatch = z.output<typeof ResumeBatch>;
