import { z } from 'zod';
import { DUPLICATE_WINDOW_HOURS_MAX } from '../../domain/batch/duplicates.ts';
import { isTimeZone, NEXT_RUNS_MAX } from '../../domain/recurrence/calendar.ts';
import type { Recurrence, Run } from '../../domain/recurrence/recurrence.ts';
import { DateTime, Instant, Money } from '../common.ts';
import { RECURRING_BATCH } from '../examples/recurring-batches.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { ApprovedCost } from './batch-orders.ts';

/** A batch that is bought again and again. */

export const RecurringBatchId = z
  .string()
  .meta({ description: 'Id of the recurring batch.', examples: [RECURRING_BATCH.id] });

const Reference = z.string().regex(/^[A-Za-z0-9_.:-]{1,35}$/, { error: FIELD_RULES.recurring_reference });
const days = (most: number, description: string) =>
  z
    .array(z.int().min(1).max(most))
    .max(most)
    .meta({ description, examples: [[1]] });
const Weekdays = days(7, 'Days of the week, 1 for Monday to 7 for Sunday; empty for every day.');
const MonthDays = days(31, 'Days of the month; empty for every day. A month without the day has no run.');
const At = z
  .string()
  .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, { error: FIELD_RULES.time_of_day })
  .meta({ description: 'Time of the day on the clocks of `time_zone`.', examples: ['08:00'] });

export const CreateRecurringBatch = z
  .strictObject({
    reference: Reference.meta({
      description:
        'Your own unique name, up to 35 characters. The batch of each run gets it with the time of the run.',
      examples: ['weekly-bonus'],
    }),
    batch_id: z
      .string()
      .min(1)
      .max(64)
      .meta({
        description:
          'The batch whose rows each run buys. It has been checked; it need not have been started.',
        examples: [RECURRING_BATCH.batch_id],
      }),
    time_zone: z
      .string()
      .max(64)
      .refine(isTimeZone, { error: FIELD_RULES.time_zone })
      .meta({ description: 'IANA name of the time zone.', examples: ['Africa/Lagos'] }),
    at: At,
    weekdays: Weekdays.optional(),
    month_days: MonthDays.optional(),
    ends_at: Instant.optional().describe('No run after this time. Leave it out for no end.'),
    approved_cost: ApprovedCost.describe(
      'The most that one run may cost. A run that would cost more is skipped.',
    ),
    duplicate_window_hours: z
      .int()
      .min(0)
      .max(DUPLICATE_WINDOW_HOURS_MAX)
      .optional()
      .describe(
        'Holds back rows that your account bought within this many hours. 0 or absent: nothing is held back, because the same rows are bought again on purpose.',
      ),
  })
  .meta({
    id: 'CreateRecurringBatch',
    description: 'Which batch is bought again, and when.',
    examples: [
      {
        reference: RECURRING_BATCH.reference,
        batch_id: RECURRING_BATCH.batch_id,
        time_zone: RECURRING_BATCH.time_zone,
        at: RECURRING_BATCH.at,
        weekdays: RECURRING_BATCH.weekdays,
        approved_cost: RECURRING_BATCH.approved_cost,
      },
    ],
  });
export type CreateRecurringBatch = z.output<typeof CreateRecurringBatch>;

const RunResource = z
  .object({
    scheduled_at: DateTime.describe('The time of the calendar.'),
    outcome: z
      .string()
      .describe(
        '`starting`: its batch is being made. `started`: its batch was started. `skipped`: see `skip`. More may be added.',
      ),
    batch_id: z.string().nullable().describe('The batch of the run; null if none was made.'),
    skip: z
      .object({
        code: z
          .string()
          .describe(
            '`previous_running`, `missed`, `cost_above_approved`, `batch_rejected`, `reference_used`, `over_limit` or `ended`. More may be added.',
          ),
        message: z.string().describe('The same for people.'),
      })
      .meta({ id: 'RecurringBatchSkip', description: 'Why a run was skipped.' })
      .nullable()
      .describe('Present if the run was skipped; otherwise null.'),
  })
  .meta({ id: 'RecurringBatchRun', description: 'One time of the calendar.' });

export const RecurringBatch = z
  .object({
    id: RecurringBatchId,
    object: z.literal('recurring_batch').describe('Always `recurring_batch`.'),
    reference: z.string().describe('Your own name for it.'),
    batch_id: z.string().describe('The batch whose rows each run buys.'),
    status: z.string().describe('`active`, `paused` or `deleted`. More may be added.'),
    time_zone: z.string().describe('IANA name of the time zone.'),
    at: z.string().describe('Time of the day on its clocks.'),
    weekdays: z.array(z.int()).describe('Days of the week, 1 for Monday; empty for every day.'),
    month_days: z.array(z.int()).describe('Days of the month; empty for every day.'),
    ends_at: DateTime.nullable().describe('No run after this time; null for no end.'),
    approved_cost: Money.describe('The most that one run may cost.'),
    duplicate_window_hours: z.int().describe('As you sent it; 0 if you sent none.'),
    next_runs: z.array(DateTime).describe(`Up to ${NEXT_RUNS_MAX} next runs; empty unless it is active.`),
    last_runs: z.array(RunResource).describe(`Up to ${NEXT_RUNS_MAX} last runs, newest first.`),
    created_at: DateTime.describe('When it was created.'),
  })
  .meta({
    id: 'RecurringBatch',
    description: 'A batch that is bought repeatedly, on a schedule.',
    examples: [RECURRING_BATCH],
  });

/** Renders a recurring batch with its last and next runs as clients see it. */
export function renderRecurringBatch(
  recurrence: Recurrence,
  runs: readonly Run[],
  next: readonly Date[],
): z.output<typeof RecurringBatch> {
  const { timeZone, minute, weekdays, monthDays, endsAt } = recurrence.calendar;
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    id: recurrence.id,
    object: 'recurring_batch',
    reference: recurrence.reference,
    batch_id: recurrence.sourceId,
    status: recurrence.status,
    time_zone: timeZone,
    at: `${two(Math.floor(minute / 60))}:${two(minute % 60)}`,
    weekdays: [...weekdays],
    month_days: [...monthDays],
    ends_at: endsAt?.toISOString() ?? null,
    approved_cost: { amount: recurrence.approvedCost, currency: recurrence.currency },
    duplicate_window_hours: recurrence.duplicateWindowHours,
    next_runs: next.map((at) => at.toISOString()),
    last_runs: runs.map(({ scheduledAt, outcome, batchId, skipCode, message }) => ({
      scheduled_at: scheduledAt.toISOString(),
      outcome,
      batch_id: batchId,
      skip: skipCode === null ? null : { code: skipCode, message: message ?? '' },
    })),
    created_at: recurrence.createdAt.toISOString(),
  };
}
