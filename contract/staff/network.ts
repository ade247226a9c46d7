import { z } from 'zod';
import { DateTime, NetworkId } from '../common.ts';

const Wallet = z
  .object({
    available: z.string().meta({ description: 'As the gateway wrote it.', examples: ['125000.00'] }),
    currency: z.string().meta({ description: 'Its currency.', examples: ['NGN'] }),
    minimum: z.string().nullable().describe('Below this, the wallet is low; null for no limit.'),
    read_at: DateTime.describe('When it was read.'),
  })
  .meta({ id: 'StaffWallet', description: 'Our wallet at the gateway.' });

export const StaffNetwork = z
  .object({
    id: NetworkId,
    object: z.literal('network').describe('Always `network`.'),
    name: z.string().meta({ description: 'Its name.', examples: ['MTN Nigeria'] }),
    status: z.enum(['operational', 'degraded', 'unavailable']).describe('What clients see.'),
    status_message: z.string().nullable().describe('What clients read beside it.'),
    status_updated_at: DateTime.describe('Since when.'),
    cause: z
      .string()
      .describe('Why it has this status: `none`, `calls`, `slow`, `wallet`, `operator` and others.'),
    judged_at: DateTime.nullable().describe('When a worker judged it last; null if none has.'),
    override: z
      .object({
        status: z.string().describe('The status that operators set.'),
        until: DateTime.nullable().describe('When it ends; null until it is cleared.'),
      })
      .nullable()
      .describe('What operators set instead of the measured status; null for nothing.'),
    wallet: Wallet.nullable().describe('Our wallet; null if it is not read.'),
    calls: z.int().describe('Live calls in the last minute.'),
    troubles: z.int().describe('Those of them that failed.'),
    waiting: z.int().describe('Live purchases that wait to be sent.'),
    in_flight: z.int().describe('Live purchases in progress.'),
    in_flight_max: z.int().describe('How many may be in progress.'),
    gateways: z
      .array(z.string())
      .describe('Names of its gateways about which anything is on record, the main one first.'),
  })
  .meta({ id: 'StaffNetwork', description: 'A network, its health, and what waits for it.' });
export type StaffNetwork = z.output<typeof StaffNetwork>;

export const StaffNetworkMinute = z
  .object({
    at: DateTime.describe('When the interval began.'),
    seconds: z.int().describe('How long the interval is: 60, 300 or 3600 seconds.'),
    calls: z.int().describe('Live calls.'),
    troubles: z.int().describe('Those of them that failed.'),
    slow: z.int().describe('Those of them that took long.'),
    mean_ms: z.int().describe('How long one took, on average, in milliseconds.'),
  })
  .meta({ id: 'StaffNetworkMinute', description: 'The calls of one interval.' });
