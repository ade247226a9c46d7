import type { Pool } from 'pg';
import { type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { RouteStanding } from '../../domain/network/failover.ts';
import type { Phase } from '../../domain/network/health-reading.ts';
import { type Clearance, MAIN_ROUTE, type Route, type RoutedSubmission } from '../../domain/network/route.ts';
import { PRICE_AT } from '../costs/prices.ts';
import { IS_WALLET_FRESH } from '../networks/route-health.ts';
import { inTransaction } from '../transaction.ts';
import { IS_CLEARED } from './fence.ts';

/** A purchase as the choice of its route needs it. */
export interface Routing {
  readonly networkId: string;
  readonly livemode: boolean;
  /** Oldest first. */
  readonly submissions: readonly RoutedSubmission[];
  /** What is on record about the routes of its network; a route without a record is not among them. */
  readonly routes: readonly Route[];
  /** Its code in the catalogue, which the main route orders unless its record has another one. */
  readonly productCode: string;
  /** How many purchases each route may have in flight, unless its record says otherwise. */
  readonly inFlightMax: number;
}

interface RouteRow extends Omit<Route, 'name' | 'cost' | 'drainingSince' | 'limits' | 'health'> {
  readonly route: string;
  readonly cost: string | null;
  readonly currency: string | null;
  readonly drainingSince: string | null;
  readonly ratePerSecond: number | null;
  readonly inFlightMax: number;
  readonly phase: Phase | null;
  readonly since: string | null;
  readonly walletLow: boolean;
}

/** Reads what the choice of a route needs. @throws TypeError where there is no such purchase. */
export async function readRouting(db: Pool, purchaseId: PurchaseId): Promise<Routing> {
  const { rows } = await db.query<
    Omit<Routing, 'routes'> & { readonly submissions: RoutedSubmission[]; readonly routes: RouteRow[] }
  >({
    name: 'read-routing',
    text: READ_ROUTING,
    values: [uuidOf('pur', purchaseId)],
  });
  const row = rows[0];
  if (row === undefined) throw new TypeError(`no purchase ${purchaseId}`);
  return { ...row, routes: row.routes.map((route) => readRoute(route, row.productCode)) };
}

/** Whether the order was handed to the adapter; what we keep back ourselves has a reason without a code of the gateway. */
const REACHED_GATEWAY = `(s.outcome IS DISTINCT FROM 'not_submitted' OR s.detail IS NULL
  OR s.detail NOT IN ('gateway_closed', 'rate_limited', 'too_soon', 'held_up'))`;

/** Health is measured in live mode only. */
const READ_ROUTING = `
  SELECT p.network_id AS "networkId", p.livemode, p.product_code AS "productCode", q.in_flight_max AS "inFlightMax",
         (SELECT coalesce(json_agg(json_build_object(
                            'route', s.route, 'reachedGateway', ${REACHED_GATEWAY},
                            'clearedAs', CASE WHEN ${IS_CLEARED} THEN coalesce(s.cleared_as, s.outcome) END)
                          ORDER BY s.attempt), '[]')
            FROM submissions s
           WHERE s.purchase_id = p.id) AS submissions,
         (SELECT coalesce(json_agg(json_build_object(
                            'route', known.route, 'productCode', b.product_code, 'cost', price.cost::text,
                            'currency', price.currency, 'weight', coalesce(r.weight, 1),
                            'canaryPercent', r.canary_percent, 'drainingSince', r.draining_since,
                            'ratePerSecond', r.rate_per_second, 'inFlightMax', coalesce(r.in_flight_max, q.in_flight_max),
                            'phase', h.phase, 'since', h.since,
                            'walletLow', coalesce(${IS_WALLET_FRESH} AND h.wallet_available::numeric < h.wallet_minimum::numeric, false))), '[]')
            FROM (SELECT route FROM network_routes WHERE network_id = p.network_id
                   UNION
                  SELECT route FROM route_bundles WHERE network_id = p.network_id AND bundle_id = p.bundle_id
                   UNION
                  SELECT route FROM route_prices WHERE network_id = p.network_id AND bundle_id = p.bundle_id
                   UNION
                  SELECT route FROM route_health WHERE network_id = p.network_id) known
            LEFT JOIN network_routes r ON r.network_id = p.network_id AND r.route = known.route
            LEFT JOIN route_bundles b
                   ON b.network_id = p.network_id AND b.route = known.route AND b.bundle_id = p.bundle_id
            LEFT JOIN LATERAL (
                   SELECT p.network_id, known.route, p.bundle_id, (SELECT app_now()) AS at) o ON true
            LEFT JOIN LATERAL (${PRICE_AT}) price ON true
            LEFT JOIN route_health h ON p.livemode AND h.network_id = p.network_id AND h.route = known.route) AS routes
    FROM purchases p
    JOIN network_queues q ON q.network_id = p.network_id AND q.livemode = p.livemode
   WHERE p.id = $1`;

function readRoute({ route: name, ...row }: RouteRow, productCode: string): Route {
  return {
    name,
    productCode: row.productCode ?? (name === MAIN_ROUTE ? productCode : null),
    cost: row.cost === null || row.currency === null ? null : { amount: row.cost, currency: row.currency },
    weight: row.weight,
    canaryPercent: row.canaryPercent,
    drainingSince: row.drainingSince === null ? null : new Date(row.drainingSince),
    limits: { ratePerSecond: row.ratePerSecond, inFlightMax: row.inFlightMax },
    health: {
      phase: row.phase ?? 'operational',
      since: row.since === null ? null : new Date(row.since),
      walletLow: row.walletLow,
    },
  };
}

/** Which submissions an answer is about: those on a route, up to one attempt. */
export interface Cleared {
  readonly purchaseId: PurchaseId;
  readonly route: string;
  readonly lastAttempt: number;
}

/**
 * Records that nothing of some submissions can be delivered any more: from then on, another route may be asked. Does nothing to a
 * purchase that is final. An order to which the gateway has given an id was received: that id may have come in while another inquiry
 * was still about to say that it never was, so it is read again in the rows that change.
 * @returns whether no submission on the route may be delivered any more.
 */
export async function clearSubmissions(
  db: Pool,
  { purchaseId, route, lastAttempt }: Cleared,
  clearedAs: Clearance,
): Promise<boolean> {
  const { rows } = await db.query<{ isFree: boolean }>({
    name: 'clear-submissions',
    // The purchase's lock comes first, as in a settlement.
    text: `
      WITH purchase AS (
        SELECT id FROM purchases WHERE id = $1 AND status = 'pending' FOR KEY SHARE
      ), cleared AS (
        UPDATE submissions s
           SET cleared_as = $4
          FROM purchase p
         WHERE s.purchase_id = p.id AND s.route = $2 AND s.attempt <= $3 AND s.cleared_as IS NULL
           AND ($4 <> 'never_received' OR s.gateway_id IS NULL)
        RETURNING s.attempt
      )
      SELECT NOT EXISTS (
               SELECT FROM submissions s
                WHERE s.purchase_id = $1 AND s.route = $2 AND NOT ${IS_CLEARED}
                  AND s.attempt NOT IN (SELECT attempt FROM cleared)) AS "isFree"`,
    values: [uuidOf('pur', purchaseId), route, lastAttempt, clearedAs],
  });
  return rows[0]?.isFree === true;
}

/**
 * Withdraws that a route never received a pending purchase: it has the order after all. Does nothing once another route has it.
 * The purchase is locked first, and against its fence: what another fence opened until then is seen, and the next one sees this.
 */
export async function reopenSubmissions(
  db: Pool,
  { purchaseId, route }: Omit<Cleared, 'lastAttempt'>,
): Promise<void> {
  const values = [uuidOf('pur', purchaseId), route];
  const { rows } = await db.query({
    name: 'find-never-received',
    text: `SELECT FROM submissions WHERE purchase_id = $1 AND route = $2 AND cleared_as = 'never_received' LIMIT 1`,
    values,
  });
  if (rows.length === 0) return;
  await inTransaction(db, async (tx) => {
    const pending = await tx.query({
      name: 'lock-routed-purchase',
      text: `SELECT FROM purchases WHERE id = $1 AND status = 'pending' FOR NO KEY UPDATE`,
      values: values.slice(0, 1),
    });
    if (pending.rowCount === 0) return;
    await tx.query({
      name: 'reopen-submissions',
      text: `
        UPDATE submissions
           SET cleared_as = NULL
         WHERE purchase_id = $1 AND route = $2 AND cleared_as = 'never_received'
           AND NOT EXISTS (
                 SELECT FROM submissions s WHERE s.purchase_id = $1 AND s.route <> $2 AND NOT ${IS_CLEARED})`,
      values,
    });
  });
}

/** A route reports a delivery of a purchase that was sent on several. */
export async function recordRouteDelivery(
  db: Pool,
  { purchaseId, route }: Omit<Cleared, 'lastAttempt'>,
  networkReference: string | null,
): Promise<void> {
  await db.query({
    name: 'record-route-delivery',
    text: `
      WITH purchase AS (SELECT id FROM purchases WHERE id = $1 FOR KEY SHARE)
      INSERT INTO route_deliveries (purchase_id, route, reported_at, network_reference)
      SELECT id, $2, app_now(), $3 FROM purchase
      ON CONFLICT (purchase_id, route) DO NOTHING`,
    values: [uuidOf('pur', purchaseId), route, networkReference],
  });
}

/** The route has taken its delivery back. */
export async function recordRouteReversal(
  db: Pool,
  { purchaseId, route }: Omit<Cleared, 'lastAttempt'>,
): Promise<void> {
  await db.query({
    name: 'record-route-reversal',
    text: `
      UPDATE route_deliveries SET reversed_at = app_now()
       WHERE purchase_id = $1 AND route = $2 AND reversed_at IS NULL`,
    values: [uuidOf('pur', purchaseId), route],
  });
}

/** What a purchase knows, by now, when one of its routes reports. */
export async function readRouteStanding(
  db: Pool,
  { purchaseId, route }: Omit<Cleared, 'lastAttempt'>,
): Promise<RouteStanding> {
  const { rows } = await db.query<RouteStanding>({
    name: 'read-route-standing',
    text: `
      SELECT coalesce(bool_or(d.route = $2), false) AS "deliveredHere",
             coalesce(bool_or(d.route <> $2 AND d.reversed_at IS NULL), false) AS "deliveredElsewhere",
             coalesce((SELECT route FROM submissions WHERE purchase_id = $1 ORDER BY attempt DESC LIMIT 1) = $2, true)
               AS "isCurrent"
        FROM route_deliveries d
       WHERE d.purchase_id = $1`,
    values: [uuidOf('pur', purchaseId), route],
  });
  if (rows[0] === undefined) throw new TypeError('an aggregate without an answer');
  return rows[0];
}
