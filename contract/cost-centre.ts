import { z } from 'zod';
import { Money } from './common.ts';

/** What one cost centre was charged and refunded. */
export const CostCentreTotalResource = z
  .object({
    object: z.literal('cost_centre_total').describe('Always `cost_centre_total`.'),
    cost_centre: z
      .string()
      .nullable()
      .meta({ description: 'Its name; null for purchases without a cost centre.', examples: ['marketing'] }),
    charged: Money.describe('Sum of the `purchase` lines, without the sign.'),
    refunded: Money.describe('Sum of the `reversal` lines.'),
    purchases: z.int().describe('Number of purchases that were charged.'),
    reversals: z.int().describe('Number of purchases that were refunded.'),
  })
  .meta({
    id: 'CostCentreTotal',
    description: 'What the purchases of one cost centre were charged and refunded.',
    examples: [
      {
        object: 'cost_centre_total',
        cost_centre: 'marketing',
        charged: { amount: 41_050_000, currency: 'NGN' },
        refunded: { amount: 100_000, currency: 'NGN' },
        purchases: 486,
        reversals: 1,
      },
    ],
  });
