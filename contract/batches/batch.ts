import { z } from 'zod';
import {
  BATCH_STATUSES,
  type Batch,
  ON_INSUFFICIENT_BALANCE,
  ON_INVALID,
  START_MODES,
} from '../../domain/batch/batch.ts';
import { ON_DUPLICATE } from '../../domain/batch/duplicates.ts';
import { computeNotSpent, computeShortfall } from '../../domain/batch/life.ts';
import { showSendBetween } from '../../domain/batch/quiet-hours.ts';
import { DateTime, Money } from '../common.ts';
import { RUNNING_BATCH } from '../examples/batches.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { Counts } from './batch-counts.ts';
import {
  CorrectionsResource,
  LineDuplicateResource,
  LineErrorResource,
  LineWarningResource,
  Notice,
  PauseResource,
  RejectionResource,
  renderCorrections,
  renderLineDuplicate,
  renderRowError,
  renderRowWarning,
} from './batch-findings.ts';
import { BatchLabels, BatchOwner } from './batch-labels.ts';
import { renderWaitsFor, Stage, WaitsForResource } from './batch-stage.ts';
import { renderTimeLeft, TimeLeftFields } from './batch-time.ts';

const REFERENCE = z.string().regex(/^[A-Za-z0-9_.:-]{1,55}$/, { error: FIELD_RULES.batch_reference });
const REFERENCE_META = {
  description:
    'Your own unique name for the batch: 1 to 55 letters, digits, `-`, `_`, `.` or `:`. A row without its own reference gets `<reference>.<line>`.',
  examples: ['december-campaign'],
};

/** The client's own id for a batch: short enough that `<reference>.<line>` is a purchase's reference. */
export const BatchReference = REFERENCE.meta({ id: 'BatchReference', ...REFERENCE_META });

/** The same as a parameter, without a name, since a reference to one would lose the description. */
export const BatchReferenceParameter = REFERENCE.meta(REFERENCE_META);

export const BatchId = z
  .string()
  .meta({ description: 'Id of the batch.', examples: ['bat_01kf0x8v5sfb7r9m2ptq4n6wze'] });

/** A campaign from one spreadsheet. */
export const BatchResource = z
  .object({
    id: BatchId,
    object: z.literal('batch').describe('Always `batch`.'),
    reference: BatchReference,
    status: z
      .enum(BATCH_STATUSES)
      .describe(
        '`validating`: the rows are being checked. `ready`: waits for `start`. `running`: rows are being bought. `paused`: see `pause`. `completed`: every row was processed, and all purchases are final. `canceled`: no more rows are bought. `rejected`: the file cannot be used; see `rejection`. The last three do not change.',
      ),
    stage: Stage,
    waits_for: WaitsForResource.nullable().describe(
      'Why nothing is bought now, and until when; null if the batch waits for no time.',
    ),
    start: z
      .enum(START_MODES)
      .describe('`auto`: the batch starts after validation. `manual`: it waits for `start`.'),
    on_invalid: z
      .enum(ON_INVALID)
      .describe('`skip`: rows with errors are not bought. `reject`: one such row rejects the whole file.'),
    on_insufficient_balance: z
      .enum(ON_INSUFFICIENT_BALANCE)
      .describe(
        '`pause`: the batch pauses, and resumes after you add funds. `fail`: rows that the balance does not cover are not bought.',
      ),
    not_before: DateTime.nullable().describe('Nothing is bought before this time; null if you sent none.'),
    send_between: z
      .string()
      .nullable()
      .meta({
        description: 'Hours in which rows are bought, in the local time of the recipient; null for any hour.',
        examples: ['09:00-20:00'],
      }),
    duplicate_window_hours: z
      .int()
      .describe(
        'Rows are compared with the purchases of your account in this many hours before. 0: they are not compared.',
      ),
    on_duplicate: z
      .enum(ON_DUPLICATE)
      .describe('`skip`: duplicates are held back. `buy`: they are bought, with a warning.'),
    owner: BatchOwner.nullable()
      .optional()
      .describe('Who uploaded it; null if that is not known, and for runs of a recurring batch.'),
    ...BatchLabels,
    counts: Counts,
    cost: Money.describe('Cost of all valid rows, at the prices at validation.'),
    charged: Money.describe(
      'What you were charged for its purchases. It is the sum of their `purchase` lines on your statements, without the sign. Refunds are not subtracted.',
    ),
    refunded: Money.describe(
      'What you got back for reversed purchases. It is the sum of their `reversal` lines on your statements.',
    ),
    held: Money.describe('Price of its purchases that are pending.'),
    not_spent: Money.describe(
      'The part of `cost` that is not spent. `cost` always equals `charged` - `refunded` + `held` + `not_spent`. Negative if prices rose after validation.',
    ),
    approved_cost: Money.nullable().describe(
      'The cost that was approved at the start. `charged` and `held` together never exceed it. Null if no approved cost was sent.',
    ),
    prices_locked_until: DateTime.nullable().describe(
      'Until this time, rows are bought at the prices of the check, even if prices change. After it, the prices of the day apply. Null if your account has no price lock, or the file is not checked yet.',
    ),
    recurring_batch_id: z
      .string()
      .nullable()
      .describe('The recurring batch that made it; null if you uploaded it.'),
    file_sha256: z
      .string()
      .nullable()
      .meta({
        description: 'SHA-256 of the file, in hex; null until the whole file was received.',
        examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      }),
    retry_of: z
      .string()
      .nullable()
      .optional()
      .meta({
        description: 'The batch whose rows this one tries again; null for an upload.',
        examples: ['bat_01kf0x8v5sfb7r9m2ptq4n6wze'],
      }),
    revision: z
      .int()
      .optional()
      .meta({
        description:
          'Counts the changes of its rows after the upload: 0 while all rows are as in the file. Send it with `start`, so that you start exactly what you were shown.',
        examples: [0],
      }),
    available: Money.describe('What your account can spend now.'),
    shortfall: Money.describe(
      'The amount that you must add to buy all waiting rows; 0 if your balance is sufficient.',
    ),
    sheet: z.string().nullable().describe('The sheet of the workbook that was read; null for other files.'),
    sheets: z.array(z.string()).describe('The sheets of the workbook that have rows; empty for other files.'),
    notices: z.array(Notice).describe('What was unusual about the file.'),
    errors: z
      .array(LineErrorResource)
      .describe('The first 20 errors. The rows (`GET /v1/batches/{batch_id}/rows`) have all of them.'),
    warned: z.int().describe('Number of rows with warnings.'),
    warnings: z
      .array(LineWarningResource)
      .describe(
        'The first 20 warnings about rows that can be bought, such as the same number and bundle twice. The rows have all of them.',
      ),
    duplicates: z
      .array(LineDuplicateResource)
      .describe(
        'The first 20 duplicates that the check of the file found. Each has the place of the earlier row or purchase, and its time if it is known. The rows have all of them.',
      ),
    pause: PauseResource.nullable().describe('Present while the batch is paused; otherwise null.'),
    corrections: CorrectionsResource.optional(),
    rejection: RejectionResource.nullable().describe('Present if the file was rejected; otherwise null.'),
    created_at: DateTime.describe('When the upload started.'),
    validated_at: DateTime.nullable().describe('When every row had been checked; null until then.'),
    started_at: DateTime.nullable().describe('When the batch started; null until then.'),
    ...TimeLeftFields,
    completed_at: DateTime.nullable().describe(
      'When the batch was completed, cancelled or rejected; null until then.',
    ),
  })
  .meta({
    id: 'Batch',
    description: 'A campaign: one spreadsheet whose rows are bought as purchases.',
    examples: [RUNNING_BATCH],
  });
export type BatchResource = z.output<typeof BatchResource>;

/** Renders a batch as clients see it. */
export function renderBatch(batch: Batch): BatchResource {
  const money = (amount: number) => ({ amount, currency: batch.currency });
  const { options } = batch;
  const sheet = batch.sheet === null ? {} : { sheet: batch.sheet };
  return {
    id: batch.id,
    object: 'batch',
    reference: batch.reference,
    status: batch.status,
    stage: batch.stage,
    waits_for: renderWaitsFor(batch.waitsFor),
    start: options.start,
    on_invalid: options.onInvalid,
    on_insufficient_balance: options.onInsufficientBalance,
    not_before: options.notBefore?.toISOString() ?? null,
    send_between: options.sendBetween ? showSendBetween(options.sendBetween) : null,
    duplicate_window_hours: options.duplicates.windowHours,
    on_duplicate: options.duplicates.on,
    owner: batch.owner === null ? null : { kind: batch.owner.kind, id: batch.owner.id },
    note: batch.note,
    cost_centre: batch.costCentre,
    archived_at: batch.archivedAt?.toISOString() ?? null,
    counts: { ...batch.counts },
    cost: money(batch.cost),
    charged: money(batch.charged),
    refunded: money(batch.refunded),
    held: money(batch.held),
    not_spent: money(computeNotSpent(batch)),
    approved_cost: batch.approvedCost === null ? null : money(batch.approvedCost),
    prices_locked_until: batch.pricesLockedUntil?.toISOString() ?? null,
    recurring_batch_id: batch.recurrenceId,
    file_sha256: batch.fileSha256,
    retry_of: batch.retryOf,
    revision: batch.revision,
    available: money(batch.available),
    shortfall: money(computeShortfall(batch)),
    sheet: batch.sheet,
    sheets: [...batch.sheets],
    notices: batch.notices.map(({ code, message }) => ({ code, message })),
    errors: batch.errors.map((error) => ({ line: error.line, ...renderRowError(error), ...sheet })),
    warned: batch.warned,
    warnings: batch.warnings.map(({ line, ...warning }) => ({
      line,
      ...renderRowWarning(warning),
      ...sheet,
    })),
    duplicates: batch.duplicates.map(renderLineDuplicate),
    pause: batch.pause,
    corrections: renderCorrections(batch.corrections),
    rejection: batch.rejection === null ? null : { ...batch.rejection, ...sheet },
    created_at: batch.createdAt.toISOString(),
    validated_at: batch.validatedAt?.toISOString() ?? null,
    started_at: batch.startedAt?.toISOString() ?? null,
    ...renderTimeLeft(batch),
    completed_at: batch.completedAt?.toISOString() ?? null,
  };
}
