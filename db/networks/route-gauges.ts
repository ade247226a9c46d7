import type { Pool } from 'pg';
import { countAtRoutes } from '../outbox/in-flight.ts';
import { IS_WALLET_FRESH } from './route-health.ts';

/** Our wallet at one gateway of a network that has several, in live mode. */
export interface RouteWallet {
  readonly networkId: string;
  readonly route: string;
  /** Null unless the gateway reported it in the last 15 minutes. */
  readonly wallet: {
    readonly available: string;
    readonly currency: string;
    readonly minimum: string | null;
  } | null;
}

/** What else is measured of it. */
export interface RouteGauges extends RouteWallet {
  readonly phase: string;
  /** Calls of the last minute, and those of them that showed a trouble. */
  readonly calls: number;
  readonly troubles: number;
  readonly inFlightMax: number;
  /** Purchases per second that it gets at most; null for as many as the pace of the network allows. */
  readonly ratePerSecond: number | null;
  readonly inFlight: number;
}

const CLOCK = '(SELECT app_now() AS at) clock';
const WALLET = `
  CASE WHEN ${IS_WALLET_FRESH}
       THEN json_build_object('available', h.wallet_available, 'currency', h.wallet_currency,
                              'minimum', h.wallet_minimum) END AS wallet`;

/** Our wallets at the gateways of all networks with several. */
export async function readRouteWallets(db: Pool): Promise<RouteWallet[]> {
  const { rows } = await db.query<RouteWallet>({
    name: 'read-route-wallets',
    text: `
      SELECT h.network_id AS "networkId", h.route, ${WALLET}
        FROM route_health h
       ORDER BY h.network_id, h.route`,
  });
  return rows;
}

/** The gateways of all networks with several, as they were last judged. */
export async function readRouteGauges(db: Pool): Promise<RouteGauges[]> {
  const { rows } = await db.query<Omit<RouteGauges, 'inFlight'>>({
    name: 'read-route-gauges',
    text: `
      SELECT h.network_id AS "networkId", h.route, h.phase, calls.calls, calls.troubles,
             coalesce(r.in_flight_max, q.in_flight_max) AS "inFlightMax", r.rate_per_second AS "ratePerSecond", ${WALLET}
        FROM ${CLOCK}
       CROSS JOIN route_health h
        JOIN network_queues q ON q.network_id = h.network_id AND q.livemode
        LEFT JOIN network_routes r ON r.network_id = h.network_id AND r.route = h.route
       CROSS JOIN LATERAL (
             SELECT coalesce(sum(c.calls), 0)::int AS calls, coalesce(sum(c.troubles), 0)::int AS troubles
               FROM route_calls c
              WHERE c.network_id = h.network_id AND c.route = h.route
                AND c.bucket_at > clock.at - interval '1 minute') calls
       ORDER BY h.network_id, h.route`,
  });
  const counted = new Map<string, ReadonlyMap<string, number>>();
  for (const { networkId } of rows)
    if (!counted.has(networkId)) counted.set(networkId, await countAtRoutes(db, networkId, true));
  return rows.map((row) => ({ ...row, inFlight: counted.get(row.networkId)?.get(row.route) ?? 0 }));
}
