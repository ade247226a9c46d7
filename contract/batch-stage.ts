import { z } from 'zod';
import type { WaitsFor } from '../domain/batch/batch.ts';
import { DateTime } from './common.ts';

/** A text and no list of values: stages may be added, while the values of `status` stay. */
export const Stage = z.string().meta({
  description:
    'What the batch does now. The same as `status`, except `scheduled`: it was started and waits for its start time, `not_before`; its `status` is `running`. More stages may be added.',
  examples: ['scheduled'],
});

export const WaitsForResource = z
  .object({
    code: z.string().meta({
      description: 'Stable code for programs. `start_time`: `not_before` has not come. More may be added.',
      examples: ['start_time'],
    }),
    message: z.string().describe('The same for people.'),
    until: DateTime.describe('When the batch continues by itself.'),
  })
  .meta({ id: 'BatchWaitsFor', description: 'What a batch waits for that is not paused.' });

export function renderWaitsFor(waits: WaitsFor | null): z.output<typeof WaitsForResource> | null {
  return waits === null
    ? null
    : { code: waits.code, message: waits.message, until: waits.until.toISOString() };
}
