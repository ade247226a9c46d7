import { z } from 'zod';
import { NETWORK_STATUSES, type NetworkReading, type RecentDelivery } from '../domain/network/network.ts';
import { DateTime, NetworkId } from './common.ts';

const RecentDeliveryResource = z
  .object({
    median_seconds: z.number().describe('Half of the purchases were confirmed within this many seconds.'),
    p95_seconds: z.number().describe('95% of the purchases were confirmed within this many seconds.'),
    window_minutes: z.int().describe('Length of the window that was measured, in minutes.'),
    sample_size: z.int().describe('Number of purchases that were measured.'),
  })
  .meta({
    id: 'RecentDelivery',
    description: 'Time from accepting a purchase to the confirmation by the network.',
  });

export const NetworkStatus = z
  .enum(NETWORK_STATUSES)
  .describe(
    '`operational`: purchases are accepted and confirmed normally. `degraded`: accepted, but confirmations are slower than usual. `unavailable`: purchases are rejected with `network_unavailable`.',
  );

/** The contract's Network. */
export const NetworkResource = z
  .object({
    id: NetworkId,
    object: z.literal('network').describe('Always `network`.'),
    name: z.string().meta({ description: 'Name of the network.', examples: ['MTN Nigeria'] }),
    country: z.string().meta({ description: 'Country code (ISO 3166-1 alpha-2).', examples: ['NG'] }),
    status: NetworkStatus,
    status_message: z
      .string()
      .nullable()
      .describe('Short explanation if the status is not `operational`; otherwise null.'),
    status_updated_at: DateTime.describe('When the status last changed.'),
    recent_delivery: RecentDeliveryResource.nullable().describe(
      'How fast the network has confirmed recent purchases; null if there were too few to measure.',
    ),
  })
  .meta({
    id: 'Network',
    description: 'A mobile network that you can buy bundles for.',
    examples: [
      {
        id: 'net_mtn_ng',
        object: 'network',
        name: 'MTN Nigeria',
        country: 'NG',
        status: 'operational',
        status_message: null,
        status_updated_at: '2026-11-20T06:00:00.000Z',
        recent_delivery: { median_seconds: 1.3, p95_seconds: 2.6, window_minutes: 15, sample_size: 482 },
      },
    ],
  });
export type NetworkResource = z.output<typeof NetworkResource>;

/** Renders a network as clients see it. */
export function renderNetwork(
  reading: NetworkReading,
  recentDelivery: RecentDelivery | undefined,
): NetworkResource {
  return {
    id: reading.id,
    object: 'network',
    name: reading.name,
    country: reading.country,
    status: reading.status,
    status_message: reading.status === 'operational' ? null : reading.statusMessage,
    status_updated_at: reading.statusUpdatedAt.toISOString(),
    recent_delivery:
      recentDelivery === undefined
        ? null
        : {
            median_seconds: wholeMilliseconds(recentDelivery.medianSeconds),
            p95_seconds: wholeMilliseconds(recentDelivery.p95Seconds),
            window_minutes: recentDelivery.windowMinutes,
            sample_size: recentDelivery.sampleSize,
          },
  };
}

/** Seconds with three decimals; further digits are noise from interpolation. */
function wholeMilliseconds(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}
