import { z } from 'zod';
import type { WaitsFor } from '../../domain/batch/batch.ts';
import { readSendBetween, SEND_WINDOW_MINUTES_MIN } from '../../domain/batch/quiet-hours.ts';
import { DateTime } from '../common.ts';
import { FIELD_RULES } from '../field-rules.ts';

/** A text and no list of values: stages may be added, while the values of `status` stay. */
export const Stage = z.string().meta({
  description:
    'What the batch does now. It is the same as `status`, except for a batch that waits for its start time, `not_before`. The stage of such a batch is `scheduled`, and its `status` is `running`. More stages may be added.',
  examples: ['scheduled'],
});

export const SendBetweenText = z
  .string()
  .max(11)
  .refine((text) => readSendBetween(text) !== null, { error: FIELD_RULES.send_between })
  .meta({
    description: `Hours in which rows are bought, in the local time of the recipient's country. If a country has several time zones, the time must be within these hours in all of them. The hours must be on one day, and at least ${SEND_WINDOW_MINUTES_MIN} minutes long.`,
    pattern: '^[0-2][0-9]:[0-5][0-9]-[0-2][0-9]:[0-5][0-9]$',
    examples: ['09:00-20:00'],
  });

export const WaitsForResource = z
  .object({
    code: z.string().meta({
      description:
        'Stable code for programs. `start_time`: `not_before` is in the future. `quiet_hours`: for all waiting rows, the local time of the recipient is outside `send_between`. More codes may be added.',
      examples: ['start_time'],
    }),
    message: z.string().describe('The reason in words, for people.'),
    until: DateTime.nullable().describe(
      'When the batch continues automatically. Null if it cannot, because no time is within `send_between` in all time zones of a country.',
    ),
  })
  .meta({ id: 'BatchWaitsFor', description: 'What a batch waits for that is not paused.' });

export function renderWaitsFor(waits: WaitsFor | null): z.output<typeof WaitsForResource> | null {
  return waits === null
    ? null
    : { code: waits.code, message: waits.message, until: waits.until?.toISOString() ?? null };
}
