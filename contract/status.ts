import { z } from 'zod';
import { NETWORK_STATUSES } from '../domain/network/network.ts';
import type { PlatformStatus } from '../domain/network/platform-status.ts';
import { DateTime } from './common.ts';
import { NetworkResource } from './network.ts';

/** The contract's Service status. */
export const StatusResource = z
  .object({
    object: z.literal('status'),
    platform: z.object({
      status: z.enum(NETWORK_STATUSES),
      message: z.string().nullable(),
    }),
    networks: z.array(NetworkResource),
    updated_at: DateTime,
  })
  .meta({ id: 'Status' });
export type StatusResource = z.output<typeof StatusResource>;

/** The service's status as clients see it. */
export function renderStatus(
  { status, message }: PlatformStatus,
  networks: NetworkResource[],
  at: Date,
): StatusResource {
  return { object: 'status', platform: { status, message }, networks, updated_at: at.toISOString() };
}
