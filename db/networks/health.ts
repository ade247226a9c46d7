import type { Pool, PoolClient } from 'pg';
import { type Judgement, judge } from '../../domain/network/health.ts';
import { windowStart } from '../../domain/network/health-phase.ts';
import type { HealthState } from '../../domain/network/health-reading.ts';
import type { NetworkStatus } from '../../domain/network/network.ts';
import { MAIN_ROUTE } from '../../domain/network/route.ts';
import { bestRoute } from '../../domain/network/route-health.ts';
import { inTransaction } from '../transaction.ts';
import { type HealthRow, readBacklogOf, readCalls, readRows } from './readings.ts';
import { judgeRoutes } from './route-health.ts';

/** A judgement that changed what clients or operators see. */
export interface HealthChange {
  readonly networkId: string;
  readonly before: NetworkStatus;
  readonly judgement: Judgement;
}

export interface Judged {
  readonly networkId: string;
  /** Its gateway. */
  readonly route: string;
  readonly state: HealthState;
}

/** One judge at a time among all processes: the key of an advisory lock. */
const JUDGE_LOCK = 5_001;

/**
 * Judges every network by what all processes measured, unless another process judges now; writes what changed.
 * @param routesOf the routes of a network that have a live gateway.
 * @returns null where another process judges.
 */
export async function judgeNetworks(
  pool: Pool,
  routesOf: (networkId: string) => readonly string[] = () => [MAIN_ROUTE],
): Promise<{
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
      const routes = routesOf(row.networkId);
      const ofRoutes = routes.length > 1 ? await judgeRoutes(tx, row.networkId, routes, now) : [];
      const best = bestRoute(ofRoutes);
      const judgement = judge(row.state, {
        now,
        ...(await readCalls(tx, row.networkId, windowStart(row.state, now), now)),
        backlog: await readBacklogOf(tx, row, now),
        ...(best === null ? { wallet: row.wallet } : { wallet: best.wallet, best: best.state }),
        override: row.override,
      });
      const { networkId } = row;
      judged.push(
        ...(best === null
          ? [{ networkId, route: MAIN_ROUTE, state: judgement.state }]
          : ofRoutes.map(({ route, state }) => ({ networkId, route, state }))),
      );
      await writeJudgement(tx, row.networkId, judgement, now);
      if (judgement.status !== row.status || judgement.cause !== row.statusCause) {
        const wasWritten = await writeStatus(tx, row, judgement);
        if (wasWritten) changes.push({ networkId: row.networkId, before: row.status, judgement });
      }
    }
    return { now, judged, changes };
  });
}

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
