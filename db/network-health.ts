import type { Pool, PoolClient } from 'pg';
import {
  type BacklogReading,
  type CallCounts,
  type HealthState,
  healthyState,
  type Judgement,
  judge,
  type Override,
  POLICY,
  type WalletReading,
  windowStart,
} from '../domain/health.ts';
import type { NetworkStatus } from '../domain/network.ts';
import { inTransaction } from './transaction.ts';

/** A network before it is judged anew. */
interface HealthRow {
  readonly networkId: string;
  readonly resolveWithinMs: number;
  readonly status: NetworkStatus;
  readonly statusMessage: string | null;
  readonly state: HealthState;
  readonly statusCause: string;
  readonly wallet: WalletReading | null;
  readonly override: Override | null;
}

/** A judgement that changed what clients or operators see. */
export interface HealthChange {
  readonly networkId: string;
  readonly before: NetworkStatus;
  readonly judgement: Judgement;
}

export interface Judged {
  readonly networkId: string;
  readonly state: HealthState;
}

/** One judge at a time, whatever process it is in: a number of our own among the database's advisory locks. */
const JUDGE_LOCK = 5_001;
/** More rows than this wait no longer in a way that matters to the sum. */
const COUNTED_MAX = 20_000;

/**
 * Judges every network by what all processes measured, unless another process judges now; writes what changed.
 * @returns null where another process judges.
 */
export async function judgeNetworks(pool: Pool): Promise<{
  readonly now: Date;
  readonly judged: readonly Judged[];
  readonly changes: readonly HealthChange[];
} | null> {
  return inTransaction(pool, async (tx) => {
    const { rows: locks } = await tx.query<{ locked: boolean; now: Date }>({
      text: 'SELECT pg_try_advisory_xact_lock($1) AS locked, app_now() AS now',
      values: [JUDGE_LOCK],
    });
    const now = locks[0]?.now;
    if (locks[0]?.locked !== true || now === undefined) return null;

    const judged: Judged[] = [];
    const changes: HealthChange[] = [];
    for (const row of await readRows(tx, now)) {
      const judgement = judge(row.state, {
        now,
        ...(await readCalls(tx, row.networkId, windowStart(row.state, now), now)),
        backlog: await readBacklogOf(tx, row, now),
        wallet: row.wallet,
        override: row.override,
      });
      judged.push({ networkId: row.networkId, state: judgement.state });
      await writeJudgement(tx, row.networkId, judgement, now);
      if (judgement.status !== row.status || judgement.cause !== row.statusCause) {
        const wasWritten = await writeStatus(tx, row, judgement);
        if (wasWritten) changes.push({ networkId: row.networkId, before: row.status, judgement });
      }
    }
    return { now, judged, changes };
  });
}

async function readRows(tx: PoolClient, now: Date): Promise<HealthRow[]> {
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

async function readCalls(
  tx: PoolClient,
  networkId: string,
  from: Date,
  now: Date,
): Promise<{ readonly calls: CallCounts; readonly freshCalls: CallCounts }> {
  const { rows } = await tx.query<CallCounts & { isFresh: boolean }>({
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

async function readBacklogOf(
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
              JOIN outbox o ON o.queue = q.queue
             WHERE q.network_id = $1 AND q.livemode
             LIMIT $4) counted
  ), observed AS (
    SELECT least($3::float8, greatest(oldest_ms, 1000)) AS ms FROM waiting
  )
  SELECT w.singles AS waiting, w.batch_rows AS "waitingRows", w.oldest_ms AS "oldestWaitingMs", o.ms AS "observedMs",
         (SELECT count(*)::int FROM purchases
           WHERE network_id = $1 AND livemode AND status = 'pending' AND dispatched_at IS NOT NULL) AS "inFlight",
         (SELECT coalesce(sum(completed), 0)::int FROM gateway_calls
           WHERE network_id = $1 AND livemode
             AND bucket_at >= $2::timestamptz - o.ms * interval '1 millisecond') AS completed
    FROM waiting w, observed o`;

async function writeJudgement(
  tx: PoolClient,
  networkId: string,
  judgement: Judgement,
  now: Date,
): Promise<void> {
  const { state, cause, retryAfterMs } = judgement;
  await tx.query({
    name: 'write-health',
    text: `
      INSERT INTO network_health AS h
             (network_id, phase, cause, since, rest_ms, backlogged, judged_at, status_cause, retry_after_ms)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      ON CONFLICT (network_id) DO UPDATE
         SET phase = excluded.phase, cause = excluded.cause, since = excluded.since, rest_ms = excluded.rest_ms,
             backlogged = excluded.backlogged, judged_at = excluded.judged_at, status_cause = excluded.status_cause,
             retry_after_ms = excluded.retry_after_ms,
             override_status  = CASE WHEN h.override_until <= $7 THEN NULL ELSE h.override_status END,
             override_message = CASE WHEN h.override_until <= $7 THEN NULL ELSE h.override_message END,
             override_until   = CASE WHEN h.override_until <= $7 THEN NULL ELSE h.override_until END`,
    values: [
      networkId,
      state.phase,
      state.cause,
      state.since,
      state.restMs,
      state.backlogged,
      now,
      cause,
      retryAfterMs,
    ],
  });
}

/** Writes a status that is new; false where only its cause is, and clients see no difference. */
async function writeStatus(tx: PoolClient, row: HealthRow, { status, message }: Judgement): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'write-network-status',
    text: `
      UPDATE networks
         SET status = $2, status_message = $3, status_updated_at = app_now()
       WHERE id = $1 AND (status, status_message) IS DISTINCT FROM ($2, $3)`,
    values: [row.networkId, status, message],
  });
  return rowCount === 1;
}
