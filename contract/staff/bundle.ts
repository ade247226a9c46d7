import { z } from 'zod';
import { BundleId, NetworkId } from '../common.ts';
import { staffList } from './common.ts';

export const StaffBundle = z
  .object({
    id: BundleId,
    name: z.string().meta({ description: 'Name of the bundle.', examples: ['1 GB, 30 days'] }),
    network_id: NetworkId,
    network_name: z.string().meta({ description: 'Name of the network.', examples: ['MTN Nigeria'] }),
    withdrawn: z.boolean().describe('Whether the bundle is withdrawn, so that no one can buy it.'),
  })
  .meta({ id: 'StaffBundle', description: 'A bundle of the catalogue, for all accounts.' });
export type StaffBundle = z.output<typeof StaffBundle>;

export const StaffBundleList = staffList('StaffBundleList', StaffBundle);
