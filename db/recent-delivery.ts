import type { Pool } from 'pg';
import type { RecentDelivery } from '../domain/network.ts';

export const WINDOW_MINUTES = 15;
/** Fewer say nothing about a network. */
export const SAMPLE_MIN = 10;
/** The latest are enough for a median and a 95th percentile, and keep the reading cheap at any rate. */
export const SAMPLE_MAX = 1_000;

/** How long each network took lately; a network with too few purchases in the window is not in the answer. */
export async function readRecentDeliveries(db: Pool): Promise<Map<string, RecentDelivery>> {
  const { rows } = await db.query<Omit<RecentDelivery, 'windowMinutes'> & { networkId: string }>({
    name: 'read-recent-deliveries',
    text: `
      SELECT n.id AS "networkId", d."medianSeconds", d."p95Seconds", d."sampleSize"
        FROM networks n
       CROSS JOIN (SELECT app_now() - $1 * interval '1 minute' AS begins) w
       CROSS JOIN LATERAL (
         SELECT percentile_cont(0.5)  WITHIN GROUP (ORDER BY seconds) AS "medianSeconds",
                percentile_cont(0.95) WITHIN GROUP (ORDER BY seconds) AS "p95Seconds",
                count(*)::int AS "sampleSize"
           FROM (SELECT extract(epoch FROM confirmed_at - created_at)::float8 AS seconds
                   FROM (SELECT confirmed_at, created_at
                           FROM purchases
                          WHERE network_id = n.id AND livemode AND confirmed_at IS NOT NULL
                            AND confirmed_at >= w.begins
                          ORDER BY confirmed_at DESC
                          LIMIT $2) latest
                  WHERE created_at >= w.begins) sample) d
       WHERE d."sampleSize" >= $3`,
    values: [WINDOW_MINUTES, SAMPLE_MAX, SAMPLE_MIN],
  });
  return new Map(
    rows.map(({ networkId, ...delivery }) => [networkId, { ...delivery, windowMinutes: WINDOW_MINUTES }]),
  );
}
