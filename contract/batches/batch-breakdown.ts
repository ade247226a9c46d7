import { z } from 'zod';
import type { OutcomeGroup } from '../../domain/batch/breakdown.ts';
import { chanceOf, RETRY_CHANCES } from '../../domain/batch/retry-reasons.ts';
import { BATCH_ROW_STATES } from '../../domain/batch/rows/row.ts';
import type { BatchId as Id } from '../../domain/ids.ts';
import { Money, NetworkId } from '../common.ts';
import { BATCH_BREAKDOWN } from '../examples/batch-breakdown.ts';
import { BatchId } from './batch.ts';

/** The rows of a batch, counted by their outcome. */

const BatchOutcomeResource = z
  .object({
    network_id: NetworkId.nullable().describe('The network of the rows; null if it is not known.'),
    bundle_id: z
      .string()
      .nullable()
      .meta({
        description: 'The bundle of the rows; null if they have none that can be bought.',
        examples: ['bnd_mtn_ng_1gb_30d'],
      }),
    state: z
      .enum(BATCH_ROW_STATES)
      .describe('The state of the rows, as in `GET /v1/batches/{batch_id}/rows`.'),
    reason: z
      .string()
      .nullable()
      .meta({
        description:
          'Why they were not bought: the `failure.code` of their purchases, or the `code` of the first error of the rows. `canceled`: a cancelled batch left them. Null if they were bought, or wait. More values may be added.',
        examples: ['number_barred'],
      }),
    retry: z
      .enum(RETRY_CHANCES)
      .nullable()
      .describe(
        'Whether a retry may buy the rows as they are. `may_work`: it may. `with_care`: the bundle can still arrive, so a retry has these rows only if you name their reason. `never`: correct the rows, or leave them. Null if they were bought, or wait.',
      ),
    rows: z.int().describe('Number of rows.'),
    amount: Money.describe(
      'Sum of their prices. For `successful` and `reversed` rows, it was charged. For `pending` rows, it is held. For all others, nothing was charged.',
    ),
  })
  .meta({
    id: 'BatchOutcome',
    description: 'Rows of a batch with the same network, bundle, state and reason.',
  });

export const BatchBreakdownResource = z
  .object({
    object: z.literal('batch_breakdown').describe('Always `batch_breakdown`.'),
    batch_id: BatchId,
    outcomes: z
      .array(BatchOutcomeResource)
      .describe(
        'One item for each network, bundle, state and reason that the batch has, in this order. Each row is in exactly one item.',
      ),
  })
  .meta({
    id: 'BatchBreakdown',
    description: 'The rows of a batch by network, bundle, state and reason.',
    examples: [BATCH_BREAKDOWN],
  });
export type BatchBreakdownResource = z.output<typeof BatchBreakdownResource>;

/** Renders the breakdown of a batch as clients see it. */
export function renderBreakdown(
  id: Id,
  currency: string,
  groups: readonly OutcomeGroup[],
): BatchBreakdownResource {
  return {
    object: 'batch_breakdown',
    batch_id: id,
    outcomes: groups.map(({ networkId, bundleId, state, reason, rows, amount }) => ({
      network_id: networkId,
      bundle_id: bundleId,
      state,
      reason,
      retry: reason === null ? null : chanceOf(reason),
      rows,
      amount: { amount, currency },
    })),
  };
}
