import type { Pool, PoolClient } from 'pg';
import { type StaffAction, withoutAmount } from '../../domain/approvals/staff.ts';
import { MAIN_ROUTE } from '../../domain/network/route.ts';
import { performCleared } from '../approvals/staff/in-turn.ts';
import { requireCleared } from '../approvals/staff/missing.ts';
import type { Actor } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { KNOWN_ROUTES } from './route-names.ts';

/** How a route of a network is used. */
export interface RouteUse {
  /** Its part of the purchases among routes that are otherwise equal, 0 to 1000. */
  readonly weight: number;
  /** Percent of all purchases that it takes while it is tried, 1 to 50; null for a route that is not on trial. */
  readonly canaryPercent: number | null;
  /** Since when it takes no new purchases; null if it takes them. */
  readonly drainingSince: Date | null;
  /** Purchases per second that it gets at most, above 0; null for as many as the pace of the network allows. */
  readonly ratePerSecond: number | null;
  /** Purchases that may be in flight there, at least 1; null for as many as the network's pace says. */
  readonly inFlightMax: number | null;
}

/** A route with what operators see of it. */
export interface RouteState extends RouteUse {
  readonly route: string;
  /** Bundles with a separate row; the main route sells the others too. */
  readonly bundles: number;
  /** Null if it was never judged: then it counts as operational. */
  readonly phase: string | null;
  readonly since: Date | null;
  readonly walletAvailable: string | null;
  readonly walletCurrency: string | null;
  /** Submissions of the last hour that may still be delivered or were. */
  readonly sent: number;
}

/** What changes; a field that is left out stays. */
export interface RouteChange {
  readonly weight?: number;
  readonly canaryPercent?: number | null;
  readonly isDraining?: boolean;
  readonly ratePerSecond?: number | null;
  readonly inFlightMax?: number | null;
}

/**
 * Changes how a route is used, recorded with who and why. Every choice reads it, so it takes effect immediately; purchases whose order
 * the route may have stay there. Returns the use as it is now, or null when there is no such network.
 * @throws ApprovalMissing while another operator must approve it.
 */
export async function changeRoute(
  db: Pool,
  networkId: string,
  route: string,
  change: RouteChange,
  actor: Actor,
): Promise<RouteUse | null> {
  const changed = await inTransaction(db, async (tx) => {
    // Orders changes of the network's routes, so that an approval is used once.
    const { rowCount } = await tx.query({
      text: 'SELECT FROM networks WHERE id = $1 FOR NO KEY UPDATE',
      values: [networkId],
    });
    if (rowCount === 0) return null;
    return performCleared(tx, toStaffAction(networkId, route, change), actor, async () => {
      const use = await storeUse(tx, networkId, route, change);
      const details = { route, ...use, drainingSince: use.drainingSince?.toISOString() ?? null };
      return { result: use, done: { action: 'network_route', subject: networkId, details } };
    });
  });
  if (changed === null) return null;
  requireCleared(changed.cleared);
  return changed.result;
}

/** What another operator approves: exactly this change, whatever the route is like now. */
function toStaffAction(networkId: string, route: string, change: RouteChange): StaffAction {
  const { weight, canaryPercent, isDraining, ratePerSecond, inFlightMax } = change;
  const terms = {
    network: networkId,
    route,
    ...(weight === undefined ? {} : { weight }),
    ...(canaryPercent === undefined ? {} : { trial: canaryPercent }),
    ...(isDraining === undefined ? {} : { takes: isDraining ? 'no new purchases' : 'new purchases' }),
    ...(ratePerSecond === undefined ? {} : { rate: ratePerSecond }),
    ...(inFlightMax === undefined ? {} : { in_flight: inFlightMax }),
  };
  return withoutAmount('network_route', terms);
}

async function storeUse(
  tx: PoolClient,
  networkId: string,
  route: string,
  { weight, canaryPercent, isDraining, ratePerSecond, inFlightMax }: RouteChange,
): Promise<RouteUse> {
  const { rows } = await tx.query<RouteUse>({
    text: `
      INSERT INTO network_routes AS r (network_id, route, weight, canary_percent, draining_since, rate_per_second,
                                       in_flight_max)
      VALUES ($1, $2, coalesce($3::int, 1), $5::int, CASE WHEN $6 THEN app_now() END, $8::float8, $10::int)
      ON CONFLICT (network_id, route) DO UPDATE
         SET weight          = coalesce($3::int, r.weight),
             canary_percent  = CASE WHEN $4 THEN $5::int ELSE r.canary_percent END,
             draining_since  = CASE WHEN $6 IS NULL THEN r.draining_since
                                    WHEN $6 THEN coalesce(r.draining_since, app_now()) END,
             rate_per_second = CASE WHEN $7 THEN $8::float8 ELSE r.rate_per_second END,
             in_flight_max   = CASE WHEN $9 THEN $10::int ELSE r.in_flight_max END
      RETURNING weight, canary_percent AS "canaryPercent", draining_since AS "drainingSince",
                rate_per_second AS "ratePerSecond", in_flight_max AS "inFlightMax"`,
    values: [
      networkId,
      route,
      weight ?? null,
      canaryPercent !== undefined,
      canaryPercent ?? null,
      isDraining ?? null,
      ratePerSecond !== undefined,
      ratePerSecond ?? null,
      inFlightMax !== undefined,
      inFlightMax ?? null,
    ],
  });
  if (rows[0] === undefined) throw new TypeError('an upsert returns its row');
  return rows[0];
}

/** The routes of a network about which anything is on record, the main one first; null when there is no such network. */
export async function listRoutes(db: Pool, networkId: string): Promise<RouteState[] | null> {
  const { rows } = await db.query<RouteState>({
    text: `
      SELECT known.route, coalesce(r.weight, 1) AS weight, r.canary_percent AS "canaryPercent",
             r.draining_since AS "drainingSince", r.rate_per_second AS "ratePerSecond",
             r.in_flight_max AS "inFlightMax", h.phase, h.since, h.wallet_available AS "walletAvailable",
             h.wallet_currency AS "walletCurrency",
             (SELECT count(*)::int FROM route_bundles b WHERE b.network_id = n.id AND b.route = known.route) AS bundles,
             (SELECT count(*)::int
                FROM submissions s
                JOIN purchases p ON p.id = s.purchase_id
               WHERE s.sent_at > (SELECT app_now()) - interval '1 hour' AND s.route = known.route
                 AND s.cleared_as IS NULL AND p.network_id = n.id) AS sent
        FROM networks n
        JOIN (${KNOWN_ROUTES}) known ON known.network_id = n.id
        LEFT JOIN network_routes r ON r.network_id = n.id AND r.route = known.route
        LEFT JOIN route_health h ON h.network_id = n.id AND h.route = known.route
       WHERE n.id = $1
       ORDER BY known.route <> $2, known.route`,
    values: [networkId, MAIN_ROUTE],
  });
  return rows.length === 0 ? null : rows;
}
