import { z } from 'zod';
import {
  BATCH_ROW_STATES,
  BATCH_STATUSES,
  type Batch,
  type LineError,
  ON_INSUFFICIENT_BALANCE,
  ON_INVALID,
  type RowError,
  type RowWarning,
  START_MODES,
} from '../domain/batch/batch.ts';
import { computeShortfall } from '../domain/batch/life.ts';
import { DateTime, Money } from './common.ts';
import { FIELD_RULES } from './field-rules.ts';

/** A client's own name for a batch: short enough that `<reference>.<line>` is a purchase's reference. */
export const BatchReference = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,55}$/, {
    error: FIELD_RULES.batch_reference,
  })
  .meta({ id: 'BatchReference', examples: ['december-campaign'] });

const Damage = z.enum([
  'lost_plus',
  'lost_leading_zero',
  'local_format',
  'scientific_notation',
  'decimal_number',
  'international_prefix',
  'separators',
]);

const RowErrorResource = z.object({
  column: z
    .string()
    .nullable()
    .meta({ description: "The column's name in the file; null for the whole row" }),
  code: z.string().meta({ description: 'Stable machine code; new codes may be added' }),
  message: z.string().meta({ description: 'For people: what is wrong and what to do' }),
  damage: Damage.optional().meta({ description: 'What a spreadsheet is known to have done to the cell' }),
});

const RowWarningResource = RowErrorResource.omit({ damage: true });

const count = (description: string) => z.int().meta({ description });

/** Rows by what became of them: rows = invalid + waiting + refused + pending + successful + failed + reversed. */
const Counts = z.object({
  rows: z.int(),
  valid: count('rows − invalid'),
  invalid: count('Found by validation; they are never bought'),
  waiting: count('Not released yet; in a canceled batch they never will be'),
  refused: count('Valid, but refused when their turn came'),
  pending: count('Purchases that are not final'),
  successful: z.int(),
  failed: z.int(),
  reversed: z.int(),
});

/** A CSV campaign. */
export const BatchResource = z
  .object({
    id: z.string().meta({ examples: ['bat_01kf0x8v5sfb7r9m2ptq4n6wze'] }),
    object: z.literal('batch'),
    reference: BatchReference,
    status: z.enum(BATCH_STATUSES),
    start: z.enum(START_MODES),
    on_invalid: z.enum(ON_INVALID),
    on_insufficient_balance: z.enum(ON_INSUFFICIENT_BALANCE),
    not_before: DateTime.nullable(),
    counts: Counts,
    cost: Money.meta({ description: 'Of all valid rows, at the prices of the day of validation' }),
    available: Money.meta({ description: 'What the account can spend now' }),
    shortfall: Money.meta({ description: 'What is missing for the rows that still wait' }),
    notices: z.array(z.object({ code: z.string(), message: z.string() })),
    errors: z
      .array(RowErrorResource.extend({ line: z.int() }))
      .meta({ description: 'The first 20; all are in the rows' }),
    warned: count('Rows that can be bought but look odd'),
    warnings: z.array(RowWarningResource.extend({ line: z.int() })).meta({
      description:
        'Of rows that can be bought, such as the same number and bundle twice: the first 20; all are in the rows',
    }),
    pause: z.object({ code: z.string(), message: z.string() }).nullable(),
    rejection: z.object({ code: z.string(), message: z.string(), line: z.int().nullable() }).nullable(),
    created_at: DateTime,
    validated_at: DateTime.nullable(),
    started_at: DateTime.nullable(),
    estimated_completion_at: DateTime.nullable().meta({
      description:
        'By the rates at which its networks complete purchases now, corrected as it runs; of a batch that is ready, as if it were started now. Null while a rate is unknown, and unless it is ready or running',
    }),
    completed_at: DateTime.nullable().meta({ description: 'When it was completed, canceled or rejected' }),
  })
  .meta({ id: 'Batch' });
export type BatchResource = z.output<typeof BatchResource>;

/** A row of a batch's file with what became of it. */
export const BatchRowResource = z
  .object({
    object: z.literal('batch_row'),
    line: z.int().meta({ description: 'Line of the file; the header is line 1' }),
    state: z.enum(BATCH_ROW_STATES),
    reference: z.string().nullable(),
    phone_number: z.string().meta({ description: 'As in the file' }),
    bundle_id: z.string().meta({ description: 'As in the file' }),
    network_id: z.string().nullable(),
    price: Money.nullable(),
    metadata: z.record(z.string(), z.string()),
    purchase_id: z.string().nullable(),
    completed_at: DateTime.nullable(),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    errors: z.array(RowErrorResource),
    warnings: z.array(RowWarningResource),
  })
  .meta({ id: 'BatchRow' });
export type BatchRowResource = z.output<typeof BatchRowResource>;

/** A batch as clients see it. */
export function renderBatch(batch: Batch): BatchResource {
  const money = (amount: number) => ({ amount, currency: batch.currency });
  const { options } = batch;
  return {
    id: batch.id,
    object: 'batch',
    reference: batch.reference,
    status: batch.status,
    start: options.start,
    on_invalid: options.onInvalid,
    on_insufficient_balance: options.onInsufficientBalance,
    not_before: options.notBefore?.toISOString() ?? null,
    counts: { ...batch.counts },
    cost: money(batch.cost),
    available: money(batch.available),
    shortfall: money(computeShortfall(batch)),
    notices: batch.notices.map(({ code, message }) => ({ code, message })),
    errors: batch.errors.map(renderLineError),
    warned: batch.warned,
    warnings: batch.warnings.map(({ line, ...warning }) => ({ line, ...renderRowWarning(warning) })),
    pause: batch.pause,
    rejection: batch.rejection,
    created_at: batch.createdAt.toISOString(),
    validated_at: batch.validatedAt?.toISOString() ?? null,
    started_at: batch.startedAt?.toISOString() ?? null,
    estimated_completion_at: batch.estimatedCompletionAt?.toISOString() ?? null,
    completed_at: batch.completedAt?.toISOString() ?? null,
  };
}

/** An error of a row as clients see it. */
export function renderRowError({
  column,
  code,
  message,
  damage,
}: RowError): BatchRowResource['errors'][number] {
  return { column, code, message, ...(damage === undefined ? {} : { damage }) };
}

/** A warning of a row as clients see it. */
export function renderRowWarning({
  column,
  code,
  message,
}: RowWarning): BatchRowResource['warnings'][number] {
  return { column, code, message };
}

function renderLineError(error: LineError): BatchResource['errors'][number] {
  return { line: error.line, ...renderRowError(error) };
}
