import type { Pool } from 'pg';
import type { CallMinute } from './gateway-calls.ts';

/** How far back a history goes, and the length of its intervals. An interval is as short as a chart can show. */
export const HISTORY_RANGES = {
  hour: { length: '1 hour', step: '1 minute', seconds: 60 },
  day: { length: '24 hours', step: '5 minutes', seconds: 300 },
  week: { length: '7 days', step: '1 hour', seconds: 3_600 },
} as const;
export type HistoryRange = keyof typeof HISTORY_RANGES;

const BUCKET = '5 minutes';
/** A day more than the longest range. */
const KEPT = '8 days';
/** Later calls are read where they are measured: there they are kept for an hour. */
const MEASURED = '50 minutes';

/**
 * Adds up what was measured and is not deleted yet, by five minutes. A measurement only grows while it is kept, so a sum is
 * replaced only by a higher one. The result is the same however often and in however many processes it runs.
 */
export async function rollUpCalls(db: Pool): Promise<void> {
  await db.query({
    name: 'roll-up-calls',
    text: `
      INSERT INTO gateway_call_history AS h (network_id, bucket_at, calls, troubles, slow, duration_ms)
      SELECT network_id, date_bin('${BUCKET}', bucket_at, 'epoch'), sum(calls),
             coalesce(sum(calls) FILTER (WHERE kind <> 'good'), 0), sum(slow), sum(duration_ms)
        FROM gateway_calls
       WHERE livemode
       GROUP BY 1, 2
       ORDER BY 1, 2
      ON CONFLICT (network_id, bucket_at) DO UPDATE
         SET calls = excluded.calls, troubles = excluded.troubles, slow = excluded.slow,
             duration_ms = excluded.duration_ms
       WHERE h.calls < excluded.calls`,
  });
}

/** Deletes history that no range reads any longer. */
export async function forgetOldHistory(db: Pool): Promise<void> {
  await db.query({
    name: 'forget-call-history',
    text: `DELETE FROM gateway_call_history WHERE bucket_at < (SELECT app_now()) - interval '${KEPT}'`,
  });
}

/** A network's live calls by interval, oldest first. Intervals without calls are left out. */
export async function readCallHistory(
  db: Pool,
  networkId: string,
  range: Exclude<HistoryRange, 'hour'>,
): Promise<CallMinute[]> {
  const { length, step } = HISTORY_RANGES[range];
  const { rows } = await db.query<CallMinute>({
    name: `read-call-history-${range}`,
    text: `
      WITH clock AS MATERIALIZED (
        SELECT date_bin('${step}', app_now() - interval '${length}', 'epoch') AS begin,
               date_bin('${BUCKET}', app_now() - interval '${MEASURED}', 'epoch') AS measured
      ), sums AS (
        SELECT bucket_at, calls, troubles, slow, duration_ms
          FROM gateway_call_history
         WHERE network_id = $1 AND bucket_at >= (SELECT begin FROM clock) AND bucket_at < (SELECT measured FROM clock)
        UNION ALL
        SELECT bucket_at, calls, CASE WHEN kind = 'good' THEN 0 ELSE calls END, slow, duration_ms
          FROM gateway_calls
         WHERE network_id = $1 AND livemode AND bucket_at >= (SELECT measured FROM clock)
      )
      SELECT date_bin('${step}', bucket_at, 'epoch') AS at, sum(calls)::int AS calls, sum(troubles)::int AS troubles,
             sum(slow)::int AS slow, round(sum(duration_ms) / greatest(sum(calls), 1))::int AS "meanMs"
        FROM sums
       GROUP BY 1
       ORDER BY 1`,
    values: [networkId],
  });
  return rows;
}
