import { z } from 'zod';
import { BundleId, Money, NetworkId } from './common.ts';

/** The contract's Bundle. */
export const BundleResource = z
  .object({
    id: BundleId,
    object: z.literal('bundle').describe('Always `bundle`.'),
    network_id: NetworkId.describe('The network whose numbers can receive the bundle.'),
    name: z.string().meta({
      description: 'Name as shown to the customer.',
      examples: ['MTN Nigeria 1 GB, 30 days'],
    }),
    data_mb: z.int().describe('Data allowance in megabytes (1 GB is 1024 MB).'),
    validity_hours: z.int().describe('How many hours the customer has to use the data after it is credited.'),
    price: Money.describe('Your contracted price.'),
    available: z
      .boolean()
      .describe(
        'Whether you can buy the bundle now. False if it is withdrawn, if its network is unavailable, or if it is not on the list of allowed bundles of your account.',
      ),
  })
  .meta({
    id: 'Bundle',
    description: 'A data bundle that you can buy.',
    examples: [
      {
        id: 'bnd_mtn_ng_1gb_30d',
        object: 'bundle',
        network_id: 'net_mtn_ng',
        name: 'MTN Nigeria 1 GB, 30 days',
        data_mb: 1024,
        validity_hours: 720,
        price: { amount: 100_000, currency: 'NGN' },
        available: true,
      },
    ],
  });
export type BundleResource = z.output<typeof BundleResource>;

/** The facts of a bundle that an account sees. */
export interface ShownBundle {
  readonly id: string;
  readonly networkId: string;
  readonly name: string;
  readonly dataMb: number;
  readonly validityHours: number;
  readonly price: number;
  readonly currency: string;
  readonly available: boolean;
}

/** Renders a bundle as clients see it. */
export function renderBundle(bundle: ShownBundle): BundleResource {
  return {
    id: bundle.id,
    object: 'bundle',
    network_id: bundle.networkId,
    name: bundle.name,
    data_mb: bundle.dataMb,
    validity_hours: bundle.validityHours,
    price: { amount: bundle.price, currency: bundle.currency },
    available: bundle.available,
  };
}
