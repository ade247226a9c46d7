import type { Pool } from 'pg';
import { toJsonRecords } from '../json-records.ts';

/** Calls of one kind and outcome, summed by one process since it last wrote. */
export interface CallSum {
  readonly networkId: string;
  readonly livemode: boolean;
  readonly call: string;
  readonly outcome: string;
  readonly kind: 'good' | 'trouble' | 'account';
  readonly calls: number;
  readonly slow: number;
  readonly completed: number;
  readonly durationMs: number;
}

const BUCKET_SECONDS = 5;
const KEPT = '1 hour';

/** Adds sums to the bucket of now. */
export async function addCalls(db: Pool, sums: readonly CallSum[]): Promise<void> {
  if (sums.length === 0) return;
  await db.query({
    name: 'add-gateway-calls',
    text: `
      INSERT INTO gateway_calls AS c
             (network_id, livemode, bucket_at, call, outcome, kind, calls, slow, completed, duration_ms)
      SELECT s.network_id, s.livemode, date_bin('${BUCKET_SECONDS} seconds', clock.at, 'epoch'), s.call, s.outcome,
             s.kind, s.calls, s.slow, s.completed, s.duration_ms
        FROM json_to_recordset($1)
          AS s (network_id text, livemode boolean, call text, outcome text, kind text, calls int, slow int,
                completed int, duration_ms bigint),
             (SELECT app_now() AS at) clock
       ORDER BY 1, 2, 4, 5
      ON CONFLICT (network_id, livemode, bucket_at, call, outcome) DO UPDATE
         SET calls = c.calls + excluded.calls, slow = c.slow + excluded.slow,
             completed = c.completed + excluded.completed, duration_ms = c.duration_ms + excluded.duration_ms`,
    values: [
      toJsonRecords(
        sums.map((sum) => ({
          network_id: sum.networkId,
          livemode: sum.livemode,
          call: sum.call,
          outcome: sum.outcome,
          kind: sum.kind,
          calls: sum.calls,
          slow: sum.slow,
          completed: sum.completed,
          duration_ms: Math.round(sum.durationMs),
        })),
      ),
    ],
  });
}

/** Deletes what no judgement reads any longer. */
export async function forgetOldCalls(db: Pool): Promise<void> {
  await db.query({
    name: 'forget-gateway-calls',
    text: `DELETE FROM gateway_calls WHERE bucket_at < (SELECT app_now()) - interval '${KEPT}'`,
  });
}

/** Live calls of one minute. */
export interface CallMinute {
  readonly at: Date;
  readonly calls: number;
  readonly troubles: number;
  readonly slow: number;
  readonly meanMs: number;
}

/** A network's live calls by minute, oldest first, as long as they are kept. Minutes without calls are left out. */
export async function readCallMinutes(db: Pool, networkId: string): Promise<CallMinute[]> {
  const { rows } = await db.query<CallMinute>({
    text: `
      SELECT date_bin('1 minute', bucket_at, 'epoch') AS at, sum(calls)::int AS calls,
             coalesce(sum(calls) FILTER (WHERE kind <> 'good'), 0)::int AS troubles, sum(slow)::int AS slow,
             round(sum(duration_ms) / greatest(sum(calls), 1))::int AS "meanMs"
        FROM gateway_calls
       WHERE network_id = $1 AND livemode AND bucket_at >= (SELECT app_now()) - interval '${KEPT}'
       GROUP BY 1
       ORDER BY 1`,
    values: [networkId],
  });
  return rows;
}
