import { z } from 'zod';
import { Money } from './common.ts';

/** The contract's Bundle. */
export const BundleResource = z
  .object({
    id: z.string().meta({ examples: ['bnd_mtn_ng_1gb_30d'] }),
    object: z.literal('bundle'),
    network_id: z.string(),
    name: z.string().meta({ description: 'As shown to the customer' }),
    data_mb: z.int().meta({ description: 'Allowance in megabytes; 1 GB = 1024 MB' }),
    validity_hours: z.int().meta({ description: 'How long the data can be used after it is credited' }),
    price: Money.meta({ description: 'Your contracted price' }),
    available: z.boolean().meta({ description: 'Whether the bundle can be bought now' }),
  })
  .meta({
    id: 'Bundle',
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

/** What an account is shown of a bundle. */
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

/** A bundle as clients see it. */
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
