import type { Pool } from 'pg';
import type { CallSum } from '../../../db/networks/gateway-calls.ts';

/** Live and test calls of the last minutes, by network, call and outcome. */
export async function readCallSums(db: Pool, minutes: number): Promise<CallSum[]> {
  const { rows } = await db.query<CallSum>({
    text: `
      SELECT network_id AS "networkId", livemode, call, outcome, kind, sum(calls)::int AS calls, sum(slow)::int AS slow,
             sum(completed)::int AS completed, sum(duration_ms)::float8 AS "durationMs"
        FROM gateway_calls
       WHERE bucket_at >= (SELECT app_now()) - $1 * interval '1 minute'
       GROUP BY network_id, livemode, call, outcome, kind
       ORDER BY network_id, livemode DESC, call, outcome`,
    values: [minutes],
  });
  return rows;
}
