import type { Pool } from 'pg';
import { MAIN_ROUTE } from '../../domain/network/route.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { addCurrentCosts } from '../costs/prices.ts';
import { toJsonRecords } from '../json-records.ts';
import { inTransaction } from '../transaction.ts';

/** How a route of a network is used. */
export interface RouteUse {
  /** Its part of the purchases among routes that are otherwise equal, 0 to 1000. */
  readonly weight: number;
  /** Percent of all purchases that it takes while it is tried, 1 to 50; null for a route that is not on trial. */
  readonly canaryPercent: number | null;
  /** Since when it takes no new purchases; null if it takes them. */
  readonly drainingSince: Date | null;
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
}

/**
 * Changes how a route is used, recorded with who and why. Every choice reads it, so it takes effect immediately; purchases whose order
 * the route may have stay there. Returns the use as it is now, or null when there is no such network.
 */
export async function changeRoute(
  db: Pool,
  networkId: string,
  route: string,
  change: RouteChange,
  actor: Actor,
): Promise<RouteUse | null> {
  const { weight = null, canaryPercent, isDraining = null } = change;
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.query<RouteUse>({
      text: `
        INSERT INTO network_routes AS r (network_id, route, weight, canary_percent, draining_since)
        SELECT id, $2, coalesce($3::int, 1), $5::int, CASE WHEN $6 THEN app_now() END FROM networks WHERE id = $1
        ON CONFLICT (network_id, route) DO UPDATE
           SET weight         = coalesce($3::int, r.weight),
               canary_percent = CASE WHEN $4 THEN $5::int ELSE r.canary_percent END,
               draining_since = CASE WHEN $6 IS NULL THEN r.draining_since
                                     WHEN $6 THEN coalesce(r.draining_since, app_now()) END
        RETURNING weight, canary_percent AS "canaryPercent", draining_since AS "drainingSince"`,
      values: [networkId, route, weight, canaryPercent !== undefined, canaryPercent ?? null, isDraining],
    });
    const use = rows[0];
    if (use === undefined) return null;
    const details = { route, ...use, drainingSince: use.drainingSince?.toISOString() ?? null };
    await recordAction(tx, {
      ...actor,
      action: 'network_route',
      accountId: null,
      subject: networkId,
      details,
    });
    return use;
  });
}

/** The routes of a network about which anything is on record, the main one first; null when there is no such network. */
export async function listRoutes(db: Pool, networkId: string): Promise<RouteState[] | null> {
  const { rows } = await db.query<RouteState & { readonly route: string | null }>({
    text: `
      SELECT known.route, coalesce(r.weight, 1) AS weight, r.canary_percent AS "canaryPercent",
             r.draining_since AS "drainingSince", h.phase, h.since, h.wallet_available AS "walletAvailable",
             h.wallet_currency AS "walletCurrency",
             (SELECT count(*)::int FROM route_bundles b WHERE b.network_id = n.id AND b.route = known.route) AS bundles,
             (SELECT count(*)::int
                FROM submissions s
                JOIN purchases p ON p.id = s.purchase_id
               WHERE s.sent_at > (SELECT app_now()) - interval '1 hour' AND s.route = known.route
                 AND s.cleared_as IS NULL AND p.network_id = n.id) AS sent
        FROM networks n
        LEFT JOIN LATERAL (
             SELECT $2::text AS route
              UNION
             SELECT route FROM network_routes WHERE network_id = n.id
              UNION
             SELECT route FROM route_bundles WHERE network_id = n.id
              UNION
             SELECT route FROM route_health WHERE network_id = n.id) known ON true
        LEFT JOIN network_routes r ON r.network_id = n.id AND r.route = known.route
        LEFT JOIN route_health h ON h.network_id = n.id AND h.route = known.route
       WHERE n.id = $1
       ORDER BY known.route <> $2, known.route`,
    values: [networkId, MAIN_ROUTE],
  });
  return rows.length === 0 ? null : rows;
}

/** What a route sells, and what it costs there. */
export interface RouteBundle {
  readonly networkId: string;
  readonly route: string;
  readonly bundleId: string;
  /** The gateway's own code. */
  readonly productCode: string;
  /** What it costs from now on: decimal text and ISO 4217; both null to leave it as it is. */
  readonly cost: string | null;
  readonly currency: string | null;
}

/** `unknown`: there is no such bundle on this network. Nothing was changed. */
export type RouteBundlesImported =
  | { readonly kind: 'imported'; readonly count: number }
  | { readonly kind: 'unknown'; readonly bundleIds: readonly string[] };

/** Adds and changes what routes sell, all or none; recorded with who and why. Submissions keep the code that they ordered. */
export async function importRouteBundles(
  db: Pool,
  rows: readonly RouteBundle[],
  actor: Actor,
): Promise<RouteBundlesImported> {
  return inTransaction(db, async (tx) => {
    const { rows: known } = await tx.query<{ id: string; network_id: string }>({
      text: 'SELECT id, network_id FROM bundles WHERE id = ANY ($1::text[]) ORDER BY id FOR SHARE',
      values: [rows.map(({ bundleId }) => bundleId)],
    });
    const networkOf = new Map(known.map(({ id, network_id }) => [id, network_id]));
    const unknown = rows.filter(({ bundleId, networkId }) => networkOf.get(bundleId) !== networkId);
    if (unknown.length > 0) return { kind: 'unknown', bundleIds: unknown.map(({ bundleId }) => bundleId) };

    await tx.query({ text: UPSERT, values: [toJsonRecords(rows.map(toRecord))] });
    await addCurrentCosts(
      tx,
      rows.flatMap(({ cost, currency, ...row }) =>
        cost === null || currency === null ? [] : { ...row, cost, currency },
      ),
    );
    const details = { bundles: rows.map(({ route, bundleId }) => `${route} ${bundleId}`) };
    await recordAction(tx, {
      ...actor,
      action: 'bundle_routes',
      accountId: null,
      subject: 'bundles',
      details,
    });
    return { kind: 'imported', count: rows.length };
  });
}

const UPSERT = `
  INSERT INTO route_bundles (network_id, route, bundle_id, product_code)
  SELECT *
    FROM json_to_recordset($1) AS b (network_id text, route text, bundle_id text, product_code text)
   ORDER BY b.network_id, b.route, b.bundle_id
  ON CONFLICT (network_id, route, bundle_id) DO UPDATE SET product_code = excluded.product_code`;

function toRecord({ networkId, route, bundleId, productCode }: RouteBundle) {
  return { network_id: networkId, route, bundle_id: bundleId, product_code: productCode };
}
