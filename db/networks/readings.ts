import type { PoolClient } from 'pg';
import { healthyState } from '../../domain/network/health-phase.ts';
import {
  type BacklogReading,
  type CallCounts,
  type HealthReading,
  type HealthState,
  type Override,
  POLICY,
  type WalletReading,
} from '../../domain/network/health-reading.ts';
import type { NetworkStatus } from '../../domain/network/network.ts';
import { LIMITS } from '../outbox/pace.ts';

/** A network before it is judged again. */
export interface HealthRow {
  readonly networkId: string;
  readonly resolveWithinMs: number;
  readonly status: NetworkStatus;
  readonly statusMessage: string | null;
  readonly state: HealthState;
  readonly statusCause: string;
  readonly wallet: WalletReading | null;
  readonly override: Override | null;
}

/** Rows are counted up to this number; more make no difference. */
const COUNTED_MAX = 20_000;

export async function readRows(tx: PoolClient, now: Date): Promise<HealthRow[]> {
  const { rows } = await tx.query<{
    id: string;
    resolve_within_ms: number;
    status: NetworkStatus;
    status_message: string | null;
    phase: HealthState['phase'] | null;
    cause: HealthState['cause'];
    since: Date;
    rest_ms: number;
    backlogged: boolean;
    status_cause: string | null;
    wallet_available: string | null;
    wallet_minimum: string | null;
    override_status: NetworkStatus | null;
    override_message: string | null;
    override_until: Date | null;
  }>({
    name: 'read-health',
    text: `
      SELECT n.id, n.resolve_within_ms, n.status, n.status_message, h.phase, h.cause, h.since, h.rest_ms, h.backlogged,
             h.status_cause, h.wallet_available, h.wallet_minimum, h.override_status, h.override_message,
             h.override_until
        FROM networks n
        LEFT JOIN network_health h ON h.network_id = n.id
       ORDER BY n.id
         FOR NO KEY UPDATE OF n`,
  });
  return rows.map((row) => {
    const { phase, cause, since, backlogged } = row;
    const isOver = row.override_until !== null && row.override_until <= now;
    return {
      networkId: row.id,
      resolveWithinMs: row.resolve_within_ms,
      status: row.status,
      statusMessage: row.status_message,
      state:
        phase === null
          ? healthyState(new Date(now.getTime() - POLICY.windowMs))
          : { phase, cause, since, restMs: row.rest_ms, backlogged },
      statusCause: row.status_cause ?? 'none',
      wallet:
        row.wallet_available === null || row.wallet_minimum === null
          ? null
          : { available: row.wallet_available, minimum: row.wallet_minimum },
      override:
        row.override_status === null || isOver
          ? null
          : { status: row.override_status, message: row.override_message, until: row.override_until },
    };
  });
}

export async function readCalls(
  tx: PoolClient,
  networkId: string,
  from: Date,
  now: Date,
): Promise<CallWindow> {
  const { rows } = await tx.query<FreshCounts>({
    name: 'count-calls',
    text: `
      SELECT bucket_at >= $3::timestamptz - $4 * interval '1 millisecond' AS "isFresh",
             sum(calls)::int AS calls,
             coalesce(sum(calls) FILTER (WHERE kind <> 'good'), 0)::int AS troubles,
             coalesce(sum(calls) FILTER (WHERE kind = 'account'), 0)::int AS "accountRefusals",
             sum(slow)::int AS slow
        FROM gateway_calls
       WHERE network_id = $1 AND livemode AND bucket_at >= $2
       GROUP BY 1`,
    values: [networkId, from, now, POLICY.freshMs],
  });
  return toWindow(rows);
}

/** Calls since a time, and the freshest of them. */
type CallWindow = Pick<HealthReading, 'calls' | 'freshCalls'>;

/** Calls of one age. */
export interface FreshCounts extends CallCounts {
  readonly isFresh: boolean;
}

export function toWindow(rows: readonly FreshCounts[]): CallWindow {
  return { calls: total(rows), freshCalls: total(rows.filter(({ isFresh }) => isFresh)) };
}

function total(counts: readonly CallCounts[]): CallCounts {
  const sum = (of: (count: CallCounts) => number) => counts.reduce((all, count) => all + of(count), 0);
  return {
    calls: sum(({ calls }) => calls),
    troubles: sum(({ troubles }) => troubles),
    accountRefusals: sum(({ accountRefusals }) => accountRefusals),
    slow: sum(({ slow }) => slow),
  };
}

export async function readBacklogOf(
  tx: PoolClient,
  { networkId, resolveWithinMs }: HealthRow,
  now: Date,
): Promise<BacklogReading> {
  const { rows } = await tx.query<Omit<BacklogReading, 'resolveWithinMs'>>({
    name: 'read-network-backlog',
    text: READ_BACKLOG,
    values: [networkId, now, POLICY.windowMs, COUNTED_MAX],
  });
  if (rows[0] === undefined) throw new TypeError('a count without an answer');
  return { ...rows[0], resolveWithinMs };
}

/** A queue that has been waiting for less than the window was observed for as long as it has. */
const READ_BACKLOG = `
  WITH waiting AS (
    SELECT count(*) FILTER (WHERE priority < 2)::int AS singles,
           count(*) FILTER (WHERE priority >= 2)::int AS batch_rows,
           coalesce(extract(epoch FROM $2::timestamptz - min(created_at)) * 1000, 0)::float8 AS oldest_ms
      FROM (SELECT o.priority, o.created_at
              FROM network_queues q
             CROSS JOIN LATERAL (
                   -- Each part by its index: a network without a backlog must not read the one of others.
                   (SELECT priority, created_at
                      FROM outbox
                     WHERE queue = q.queue AND claimed_until = '-infinity'
                     ORDER BY priority, account_id, id
                     LIMIT $4)
                   UNION ALL
                   (SELECT priority, created_at
                      FROM outbox
                     WHERE queue = q.queue AND claimed_until > '-infinity'
                     ORDER BY claimed_until
                     LIMIT $4)) o
             WHERE q.network_id = $1 AND q.livemode
             LIMIT $4) counted
  ), observed AS (
    SELECT least($3::float8, greatest(oldest_ms, 1000)) AS ms FROM waiting
  )
  SELECT w.singles AS waiting, w.batch_rows AS "waitingRows", w.oldest_ms AS "oldestWaitingMs", o.ms AS "observedMs",
         f.in_flight AS "inFlight", f.long AS "inFlightLong",
         (SELECT coalesce(max(${LIMITS.inFlightMax}), 0) FROM network_queues q WHERE network_id = $1 AND livemode) AS "inFlightMax",
         (SELECT coalesce(sum(completed), 0)::int FROM gateway_calls
           WHERE network_id = $1 AND livemode
             AND bucket_at >= $2::timestamptz - $3 * interval '1 millisecond') AS "completedLately",
         (SELECT coalesce(sum(completed), 0)::int FROM gateway_calls
           WHERE network_id = $1 AND livemode
             AND bucket_at >= $2::timestamptz - o.ms * interval '1 millisecond') AS completed
    FROM waiting w, observed o,
         (SELECT count(*)::int AS in_flight,
                 count(*) FILTER (WHERE dispatched_at < $2::timestamptz - $3 * interval '1 millisecond')::int AS long
            FROM purchases
           WHERE network_id = $1 AND livemode AND status = 'pending' AND dispatched_at IS NOT NULL) f`;
