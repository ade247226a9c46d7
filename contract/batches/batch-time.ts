import { z } from 'zod';
import type { Batch } from '../../domain/batch/batch.ts';
import { DateTime } from '../common.ts';

const NoEstimateResource = z
  .object({
    code: z.string().meta({
      description:
        'Stable code for programs: `checking`, `starts_later`, `quiet_hours`, `needs_money`, `paused`, `needs_decision`, `first_rows`, `network_unavailable`, `measuring` or `too_slow`. More may be added.',
      examples: ['network_unavailable'],
    }),
    message: z.string().describe('The same for people.'),
  })
  .meta({ id: 'BatchNoEstimate', description: 'Why the end of a batch cannot be estimated.' });

/** The fields of a batch that say when it will have ended. */
export const TimeLeftFields = {
  estimated_completion_at: DateTime.nullable().describe(
    'When the batch is expected to end, by the speed of the networks in the last minutes. For a `ready` batch, it assumes that you start the batch now. If it is null, `no_estimate` says why.',
  ),
  no_estimate: NoEstimateResource.nullable()
    .optional()
    .describe('Why there is no estimate; null if there is one, and after the batch has ended.'),
};

export function renderTimeLeft({ estimatedCompletionAt, noEstimate }: Batch) {
  return {
    estimated_completion_at: estimatedCompletionAt?.toISOString() ?? null,
    no_estimate: noEstimate === null ? null : { code: noEstimate.code, message: noEstimate.message },
  };
}
