import type { PoolClient } from 'pg';
import { type Capacities, type Pace, toCapacities, toRoutedCapacities } from '../../domain/network/pace.ts';
import { HELD_ROUTE } from '../purchases/fence.ts';

/** What one account has in flight on a network, at one route if the network has several. */
interface AccountCount {
  /** UUID. */
  readonly account: string;
  /** Null where routes do not matter, and for a purchase that is at no route now. */
  readonly route: string | null;
  readonly count: number;
}

/** What a queue may start now. */
export interface Budget extends Capacities {
  readonly now: Date;
  /** How many purchases may be in flight, and how many are, where there is room for more. */
  readonly inFlightMax: number;
  readonly inFlight: number;
  /** The rate at which purchases start: no more than the routes that take them are sent. */
  readonly ratePerSecond: number;
  /** What readers compare with everything in flight on a network with several routes; null with one. */
  readonly routed: RoutedLimits | null;
}

/** The limits of several routes together. */
export interface RoutedLimits {
  /** Of the routes that take purchases, and what the others still hold: it takes no room from those. */
  readonly inFlightMax: number;
  readonly ratePerSecond: number;
}

/**
 * Reads what a queue may start. Call it under the lock of its pace, in a statement after it: it must see what others dispatched while
 * this one waited for the pace.
 * @param routes of its network. With several, each has its own budget.
 */
export async function readBudget(
  tx: PoolClient,
  queue: string,
  pace: Pick<Pace, 'inFlightMax' | 'ratePerSecond'>,
  routes: readonly string[],
): Promise<Budget> {
  if (routes.length > 1) return readRoutedBudget(tx, queue, pace, routes);
  const { now, counts } = await readInFlight(tx, queue, 'read-in-flight', 'NULL::text');
  const inFlight = counts.reduce((sum, { count }) => sum + count, 0);
  return { ...toCapacities(pace.inFlightMax, byAccount(counts)), ...pace, now, inFlight, routed: null };
}

async function readRoutedBudget(
  tx: PoolClient,
  queue: string,
  { ratePerSecond }: Pick<Pace, 'ratePerSecond'>,
  routes: readonly string[],
): Promise<Budget> {
  const { now, counts } = await readInFlight(tx, queue, 'read-routed-in-flight', HELD_ROUTE);
  const taking = await readTaking(tx, queue, routes);
  const loads = taking.map(({ route, inFlightMax }) => ({
    inFlightMax,
    inFlight: byAccount(counts.filter((each) => each.route === route)),
  }));
  const unplaced = byAccount(counts.filter(({ route }) => route === null));
  const rate = taking.reduce((sum, each) => sum + (each.ratePerSecond ?? ratePerSecond), 0);
  const capacities = toRoutedCapacities(loads, unplaced);
  const names = new Set(taking.map(({ route }) => route));
  const heldElsewhere = counts
    .filter(({ route }) => route !== null && !names.has(route))
    .reduce((sum, { count }) => sum + count, 0);
  const limited = { ...capacities, ratePerSecond: Math.min(ratePerSecond, rate) };
  const routed = {
    inFlightMax: limited.inFlightMax + heldElsewhere,
    ratePerSecond: limited.ratePerSecond,
  };
  return { ...limited, now, routed };
}

function byAccount(counts: readonly AccountCount[]): Map<string, number> {
  return new Map(counts.map(({ account, count }) => [account, count]));
}

async function readInFlight(
  tx: PoolClient,
  queue: string,
  name: string,
  route: string,
): Promise<{ readonly now: Date; readonly counts: readonly AccountCount[] }> {
  const { rows } = await tx.query<{
    now: Date;
    accounts: string[];
    routes: (string | null)[];
    counts: number[];
  }>({ name, text: readInFlightText(route), values: [queue] });
  if (rows[0] === undefined) throw new TypeError(`no queue ${queue}`);
  const { now, accounts, routes, counts } = rows[0];
  return {
    now,
    counts: accounts.map((account, at) => ({ account, route: routes[at] ?? null, count: counts[at] ?? 0 })),
  };
}

/**
 * What was dispatched and waits again for its start (its relay died, Temporal was down, its workflow was lost) is not in flight:
 * otherwise it could never be admitted again. A scalar subquery, so that no plan ever reads the whole outbox for it; counted by
 * account only afterwards, so that none reads the purchases in the order of accounts.
 */
function readInFlightText(route: string): string {
  return `
  WITH clock AS MATERIALIZED (
    SELECT app_now() AS at
  )
  SELECT clock.at AS now, found.accounts, found.routes, found.counts
    FROM clock
    JOIN network_queues q ON q.queue = $1
   CROSS JOIN LATERAL (
         WITH open AS MATERIALIZED (
           SELECT p.account_id, ${route} AS route,
                  coalesce(
                    (SELECT o.claimed_until FROM outbox o WHERE o.subject_id = p.id AND o.topic = 'start_purchase' LIMIT 1)
                      >= clock.at, true) AS is_in_flight
             FROM purchases p
            WHERE p.network_id = q.network_id AND p.livemode = q.livemode
              AND p.status = 'pending' AND p.dispatched_at IS NOT NULL
         ), counted AS (
           SELECT account_id, route, count(*)::int AS in_flight FROM open WHERE is_in_flight GROUP BY account_id, route
         )
         SELECT coalesce(array_agg(account_id::text), '{}') AS accounts, coalesce(array_agg(route), '{}') AS routes,
                coalesce(array_agg(in_flight), '{}') AS counts
           FROM counted) found`;
}

interface Taking {
  readonly route: string;
  readonly inFlightMax: number;
  readonly ratePerSecond: number | null;
}

/** The routes that take purchases: those that work; if none does, those that do not drain. */
async function readTaking(
  tx: PoolClient,
  queue: string,
  routes: readonly string[],
): Promise<readonly Taking[]> {
  const { rows } = await tx.query<Taking & { readonly works: boolean }>({
    name: 'read-taking-routes',
    text: `
      SELECT wanted.route, coalesce(r.in_flight_max, q.in_flight_max) AS "inFlightMax", r.rate_per_second AS "ratePerSecond",
             coalesce(h.phase <> 'unavailable', true) AS works
        FROM network_queues q
       CROSS JOIN unnest($2::text[]) AS wanted (route)
        LEFT JOIN network_routes r ON r.network_id = q.network_id AND r.route = wanted.route
        LEFT JOIN route_health h ON q.livemode AND h.network_id = q.network_id AND h.route = wanted.route
       WHERE q.queue = $1 AND r.draining_since IS NULL`,
    values: [queue, routes],
  });
  const working = rows.filter(({ works }) => works);
  return working.length > 0 ? working : rows;
}

/** Purchases that each route of a network may still deliver, by route. A route without any is left out. */
export async function countAtRoutes(
  db: Pick<PoolClient, 'query'>,
  networkId: string,
  livemode: boolean,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ route: string; count: number }>({
    name: 'count-at-routes',
    text: `
      WITH open AS MATERIALIZED (
        SELECT ${HELD_ROUTE} AS route
          FROM purchases p
         WHERE p.network_id = $1 AND p.livemode = $2 AND p.status = 'pending' AND p.dispatched_at IS NOT NULL
      )
      SELECT route, count(*)::int AS count FROM open WHERE route IS NOT NULL GROUP BY route`,
    values: [networkId, livemode],
  });
  return new Map(rows.map(({ route, count }) => [route, count]));
}
