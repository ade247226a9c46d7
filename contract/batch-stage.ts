import { z } from 'zod';
import type { WaitsFor } from '../domain/batch/batch.ts';
import { readSendBetween, SEND_WINDOW_MINUTES_MIN } from '../domain/batch/quiet-hours.ts';
import { DateTime } from './common.ts';
import { FIELD_RULES } from './field-rules.ts';

/** A text and no list of values: stages may be added, while the values of `status` stay. */
export const Stage = z.string().meta({
  description:
    'What the batch does now. The same as `status`, except `scheduled`: it was started and waits for its start time, `not_before`; its `status` is `running`. More stages may be added.',
  examples: ['scheduled'],
});

export const SendBetweenText = z
  .string()
  .max(11)
  .refine((text) => readSendBetween(text) !== null, { error: FIELD_RULES.send_between })
  .meta({
    description: `Hours in which rows are bought, in the local time of the recipient's country. If a country has several time zones, all of them must be within these hours. At least ${SEND_WINDOW_MINUTES_MIN} minutes, on one day.`,
    pattern: '^[0-2][0-9]:[0-5][0-9]-[0-2][0-9]:[0-5][0-9]$',
    examples: ['09:00-20:00'],
  });

export const WaitsForResource = z
  .object({
    code: z.string().meta({
      description:
        'Stable code for programs. `start_time`: `not_before` has not come. `quiet_hours`: it is outside `send_between` for the recipients of all rows that wait. More may be added.',
      examples: ['start_time'],
    }),
    message: z.string().describe('The same for people.'),
    until: DateTime.nullable().describe(
      'When the batch continues by itself; null if it never does, because no hour of `send_between` suits all time zones of a country.',
    ),
  })
  .meta({ id: 'BatchWaitsFor', description: 'What a batch waits for that is not paused.' });

export function renderWaitsFor(waits: WaitsFor | null): z.output<typeof WaitsForResource> | null {
  return waits === null
    ? null
    : { code: waits.code, message: waits.message, until: waits.until?.toISOString() ?? null };
}
