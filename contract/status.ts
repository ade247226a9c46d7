import { z } from 'zod';
import { NETWORK_STATUSES } from '../domain/network/network.ts';
import type { PlatformStatus } from '../domain/network/platform-status.ts';
import { DateTime } from './common.ts';
import { NetworkResource } from './network.ts';

const Platform = z
  .object({
    status: z
      .enum(NETWORK_STATUSES)
      .describe(
        '`operational`: purchases are accepted and sent normally. `degraded`: accepted, but sent or confirmed late. `unavailable`: no purchase is accepted at the moment.',
      ),
    message: z
      .string()
      .nullable()
      .describe('Short explanation if the status is not `operational`; otherwise null.'),
  })
  .meta({ id: 'PlatformStatus', description: 'The status of the service itself.' });

/** The contract's Service status. */
export const StatusResource = z
  .object({
    object: z.literal('status').describe('Always `status`.'),
    platform: Platform,
    networks: z.array(NetworkResource).describe('The networks that you can buy for, with their live status.'),
    updated_at: DateTime.describe('When the status was read.'),
  })
  .meta({ id: 'Status', description: 'The status of the service and its networks.' });
export type StatusResource = z.output<typeof StatusResource>;

/** Renders the service's status as clients see it. */
export function renderStatus(
  { status, message }: PlatformStatus,
  networks: NetworkResource[],
  at: Date,
): StatusResource {
  return { object: 'status', platform: { status, message }, networks, updated_at: at.toISOString() };
}
