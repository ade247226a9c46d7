import { z } from 'zod';
import { ReplaceApprovalRules } from '../approvals/rules.ts';
import { BundleId, Money, NamedId, NetworkId } from '../common.ts';
import { StaffReason } from './commands.ts';

const { reason } = StaffReason.shape;

export const StaffPrice = z
  .object({
    bundle_id: BundleId,
    name: z.string().meta({ description: 'Name of the bundle.', examples: ['1 GB, 30 days'] }),
    network_id: NetworkId,
    price: Money.describe('What the account pays.'),
    withdrawn: z.boolean().describe('Whether the bundle is withdrawn, so that no one can buy it.'),
  })
  .meta({ id: 'StaffPrice', description: 'A bundle that an account may buy, with its price.' });
export type StaffPrice = z.output<typeof StaffPrice>;

/** As many as a page of a price list has. */
const CHANGES_MAX = 500;

const PriceChange = z
  .strictObject({
    bundle_id: NamedId.meta({ description: 'Id of the bundle.', examples: ['bnd_mtn_ng_1gb_30d'] }),
    price: Money.nullable().describe(
      'The new price, above zero and in the currency of the account; null stops selling the bundle to it.',
    ),
  })
  .meta({ id: 'StaffPriceChange', description: 'One change of a price.' });

export const ChangePrices = z
  .strictObject({
    changes: z
      .array(PriceChange)
      .min(1)
      .max(CHANGES_MAX)
      .describe(`1 to ${CHANGES_MAX} changes, each of another bundle. All are made, or none.`),
    reason,
  })
  .meta({ id: 'ChangeStaffPrices', description: 'New prices of an account.' });

export const ChangeApprovalRules = z
  .strictObject({ campaign_start: ReplaceApprovalRules.shape.campaign_start, reason })
  .meta({
    id: 'ChangeStaffApprovalRules',
    description: 'From which amounts campaigns of an account need approval.',
  });
