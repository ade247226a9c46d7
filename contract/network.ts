import { z } from 'zod';
import { NETWORK_STATUSES, type NetworkReading, type RecentDelivery } from '../domain/network/network.ts';
import { DateTime } from './common.ts';

const RecentDeliveryResource = z.object({
  median_seconds: z.number(),
  p95_seconds: z.number(),
  window_minutes: z.int(),
  sample_size: z.int(),
});

/** The contract's Network. */
export const NetworkResource = z
  .object({
    id: z.string().meta({ examples: ['net_mtn_ng'] }),
    object: z.literal('network'),
    name: z.string(),
    country: z.string().meta({ description: 'ISO 3166-1 alpha-2' }),
    status: z.enum(NETWORK_STATUSES).meta({
      description:
        'operational: accepted and confirmed normally. degraded: accepted, confirmations slower than usual. unavailable: purchases are refused with network_unavailable.',
    }),
    status_message: z.string().nullable().meta({ description: 'Short explanation when not operational' }),
    status_updated_at: DateTime,
    recent_delivery: RecentDeliveryResource.nullable().meta({
      description:
        'Time from accepting a purchase to network confirmation over the window; null when too few purchases to measure',
    }),
  })
  .meta({
    id: 'Network',
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

/** A network as clients see it. */
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

/** Seconds with three decimals: what is beyond is noise of interpolation. */
function wholeMilliseconds(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}
