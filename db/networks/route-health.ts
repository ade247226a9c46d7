import type { Pool, PoolClient } from 'pg';
import { healthyState, judgeCalls, windowStart } from '../../domain/network/health-phase.ts';
import {
  type CallCounts,
  type HealthState,
  POLICY,
  type WalletReading,
} from '../../domain/network/health-reading.ts';
import type { JudgedRoute } from '../../domain/network/route-health.ts';
import { toJsonRecords } from '../json-records.ts';
import { type FreshCounts, toWindow } from './readings.ts';
import type { WalletRecord } from './wallets.ts';

/** One gateway of a network that has several. */
export interface RouteKey {
  readonly networkId: string;
  readonly route: string;
}

/** Live calls to it, summed by one process since it last wrote. */
export interface RouteCallSum extends RouteKey, CallCounts {}

const BUCKET_SECONDS = 5;
const KEPT = '1 hour';

/** SQL: whether the row `h` of route_health has a reading of our wallet that still counts. */
export const IS_WALLET_FRESH = `
  (h.wallet_available IS NOT NULL AND h.wallet_read_at > (SELECT app_now()) - interval '15 minutes')`;

/** Adds sums to the bucket of now. */
export async function addRouteCalls(db: Pool, sums: readonly RouteCallSum[]): Promise<void> {
  if (sums.length === 0) return;
  await db.query({
    name: 'add-route-calls',
    text: `
      INSERT INTO route_calls AS c (network_id, route, bucket_at, calls, troubles, account_refusals, slow)
      SELECT s.network_id, s.route, date_bin('${BUCKET_SECONDS} seconds', clock.at, 'epoch'), s.calls, s.troubles,
             s.account_refusals, s.slow
        FROM json_to_recordset($1)
          AS s (network_id text, route text, calls int, troubles int, account_refusals int, slow int),
             (SELECT app_now() AS at) clock
       ORDER BY 1, 2
      ON CONFLICT (network_id, route, bucket_at) DO UPDATE
         SET calls = c.calls + excluded.calls, troubles = c.troubles + excluded.troubles,
             account_refusals = c.account_refusals + excluded.account_refusals, slow = c.slow + excluded.slow`,
    values: [
      toJsonRecords(
        sums.map(({ networkId, route, calls, troubles, accountRefusals, slow }) => ({
          network_id: networkId,
          route,
          calls,
          troubles,
          account_refusals: accountRefusals,
          slow,
        })),
      ),
    ],
  });
}

/** Deletes what no judgement reads any longer. */
export async function forgetOldRouteCalls(db: Pool): Promise<void> {
  await db.query({
    name: 'forget-route-calls',
    text: `DELETE FROM route_calls WHERE bucket_at < (SELECT app_now()) - interval '${KEPT}'`,
  });
}

/** Judges each route of a network by the calls of all processes, and writes the judgements. */
export async function judgeRoutes(
  tx: PoolClient,
  networkId: string,
  routes: readonly string[],
  now: Date,
): Promise<JudgedRoute[]> {
  const judged: JudgedRoute[] = [];
  for (const before of await readStates(tx, networkId, routes, now)) {
    const { route } = before;
    const counts = await countCalls(tx, { networkId, route }, windowStart(before.state, now), now);
    const state = judgeCalls(before.state, { ...counts, now });
    await writeState(tx, { networkId, route }, state);
    judged.push({ ...before, state });
  }
  return judged;
}

async function readStates(
  tx: PoolClient,
  networkId: string,
  routes: readonly string[],
  now: Date,
): Promise<JudgedRoute[]> {
  const { rows } = await tx.query<{
    route: string;
    phase: HealthState['phase'] | null;
    cause: HealthState['cause'];
    since: Date;
    restMs: number;
    wallet: WalletReading | null;
    isDraining: boolean;
  }>({
    name: 'read-route-health',
    text: `
      SELECT wanted.route, h.phase, h.cause, h.since, h.rest_ms AS "restMs", r.draining_since IS NOT NULL AS "isDraining",
             CASE WHEN ${IS_WALLET_FRESH} AND h.wallet_minimum IS NOT NULL
                  THEN json_build_object('available', h.wallet_available, 'minimum', h.wallet_minimum) END AS wallet
        FROM unnest($2::text[]) AS wanted (route)
        LEFT JOIN route_health h ON h.network_id = $1 AND h.route = wanted.route
        LEFT JOIN network_routes r ON r.network_id = $1 AND r.route = wanted.route
       ORDER BY wanted.route`,
    values: [networkId, routes],
  });
  return rows.map(({ route, wallet, isDraining, phase, cause, since, restMs }) => ({
    route,
    wallet,
    isDraining,
    state:
      phase === null
        ? healthyState(new Date(now.getTime() - POLICY.windowMs))
        : { phase, cause, since, restMs, backlogged: false },
  }));
}

async function countCalls(tx: PoolClient, { networkId, route }: RouteKey, from: Date, now: Date) {
  const { rows } = await tx.query<FreshCounts>({
    name: 'count-route-calls',
    text: `
      SELECT bucket_at >= $4::timestamptz - $5 * interval '1 millisecond' AS "isFresh",
             sum(calls)::int AS calls, sum(troubles)::int AS troubles,
             sum(account_refusals)::int AS "accountRefusals", sum(slow)::int AS slow
        FROM route_calls
       WHERE network_id = $1 AND route = $2 AND bucket_at >= $3
       GROUP BY 1`,
    values: [networkId, route, from, now, POLICY.freshMs],
  });
  return toWindow(rows);
}

async function writeState(
  tx: PoolClient,
  { networkId, route }: RouteKey,
  { phase, cause, since, restMs }: HealthState,
): Promise<void> {
  await tx.query({
    name: 'write-route-health',
    text: `
      INSERT INTO route_health (network_id, route, phase, cause, since, rest_ms)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (network_id, route) DO UPDATE
         SET phase = excluded.phase, cause = excluded.cause, since = excluded.since, rest_ms = excluded.rest_ms`,
    values: [networkId, route, phase, cause, since, restMs],
  });
}

/** Whether this process may read our wallet on a route now: one process does, once per interval. */
export async function claimRouteWallet(
  db: Pool,
  { networkId, route }: RouteKey,
  everyMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'claim-route-wallet',
    text: `
      UPDATE route_health SET wallet_claimed_at = app_now()
       WHERE network_id = $1 AND route = $2
         AND (wallet_claimed_at IS NULL OR wallet_claimed_at < (SELECT app_now()) - $3 * interval '1 millisecond')`,
    values: [networkId, route, everyMs],
  });
  return rowCount === 1;
}

/** Stores what a gateway reported about our wallet on a route. */
export async function storeRouteWallet(
  db: Pool,
  { networkId, route }: RouteKey,
  { available, currency, minimum }: WalletRecord,
): Promise<void> {
  await db.query({
    name: 'store-route-wallet',
    text: `
      UPDATE route_health
         SET wallet_available = $3, wallet_currency = $4, wallet_minimum = $5, wallet_read_at = app_now()
       WHERE network_id = $1 AND route = $2`,
    values: [networkId, route, available, currency, minimum],
  });
}
