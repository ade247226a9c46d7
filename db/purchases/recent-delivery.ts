import type { Pool } from 'pg';
import type { RecentDelivery } from '../../domain/network/network.ts';

export const WINDOW_MINUTES = 15;
/** Fewer show nothing about a network. */
export const SAMPLE_MIN = 10;

/**
 * How long each network took to confirm its live purchases that were confirmed within the window, accepted at any time;
 * a network with too few is left out. Reads only an index where it is vacuumed: about 0.1 s for 100 purchases per second.
 */
export async function readRecentDeliveries(db: Pool): Promise<Map<string, RecentDelivery>> {
  const { rows } = await db.query<Omit<RecentDelivery, 'windowMinutes'> & { networkId: string }>({
    name: 'read-recent-deliveries',
    text: `
      SELECT n.id AS "networkId", d.percentiles[1] AS "medianSeconds", d.percentiles[2] AS "p95Seconds", d."sampleSize"
        FROM networks n
       CROSS JOIN (SELECT app_now() - $1 * interval '1 minute' AS begins) w
       CROSS JOIN LATERAL (
         SELECT percentile_cont(ARRAY[0.5, 0.95])
                  WITHIN GROUP (ORDER BY extract(epoch FROM confirmed_at - created_at)::float8) AS percentiles,
                count(*)::int AS "sampleSize"
           FROM purchases
          WHERE network_id = n.id AND livemode AND confirmed_at IS NOT NULL AND confirmed_at >= w.begins) d
       WHERE d."sampleSize" >= $2`,
    values: [WINDOW_MINUTES, SAMPLE_MIN],
  });
  return new Map(
    rows.map(({ networkId, ...delivery }) => [networkId, { ...delivery, windowMinutes: WINDOW_MINUTES }]),
  );
}
