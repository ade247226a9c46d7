import type { Pool } from 'pg';
import { SECOND_ROUTE, TWO_GATEWAYS_NETWORK } from './chaos-gateways.ts';

/** What one of the two gateways did. */
interface RouteFigures {
  /** Purchases whose order it got. */
  readonly taken: number;
  /** Purchases that it delivered. */
  readonly delivered: number;
}

export interface ChaosRoutes {
  readonly main: RouteFigures;
  readonly second: RouteFigures;
  /** Purchases that went to the second gateway after the first one had certainly not taken them. */
  readonly moved: number;
  /** Purchases that both gateways delivered. */
  readonly twice: number;
}

/** What to expect, for the beginning of the demo. */
export function describeRoutes(): string {
  return '  Airtel has two gateways: PreTUPS, which is cheaper, and Ding. Each other network has one.\n';
}

/** How the purchases of the network with two gateways were shared, up to now. */
export async function readRoutes(pool: Pool): Promise<ChaosRoutes> {
  const { rows } = await pool.query<{
    main: number;
    second: number;
    mainDelivered: number;
    secondDelivered: number;
    moved: number;
    twice: number;
  }>({
    text: `
      WITH sent AS (
        SELECT p.id, p.status,
               bool_or(s.route = 'main') AS main, bool_or(s.route = $2) AS second,
               (array_agg(s.route ORDER BY s.attempt DESC))[1] AS last
          FROM purchases p
          JOIN submissions s ON s.purchase_id = p.id
         WHERE p.network_id = $1 AND p.livemode
         GROUP BY p.id
      )
      SELECT count(*) FILTER (WHERE main)::int AS main, count(*) FILTER (WHERE second)::int AS second,
             count(*) FILTER (WHERE last = 'main' AND status IN ('successful', 'reversed'))::int AS "mainDelivered",
             count(*) FILTER (WHERE last = $2 AND status IN ('successful', 'reversed'))::int AS "secondDelivered",
             count(*) FILTER (WHERE main AND last = $2)::int AS moved,
             (SELECT count(*)::int FROM contradictions WHERE kind = 'delivered_twice') AS twice
        FROM sent`,
    values: [TWO_GATEWAYS_NETWORK, SECOND_ROUTE],
  });
  const [row] = rows;
  if (row === undefined) throw new TypeError('a count without an answer');
  return {
    main: { taken: row.main, delivered: row.mainDelivered },
    second: { taken: row.second, delivered: row.secondDelivered },
    moved: row.moved,
    twice: row.twice,
  };
}

/** The last line about them. */
export function routesLine({ main, second, moved, twice }: ChaosRoutes): string {
  return (
    `  Airtel over two gateways: ${main.delivered} delivered by PreTUPS, ${second.delivered} by Ding. ` +
    `${moved} moved to Ding after PreTUPS had certainly not taken them. ${twice} delivered twice.`
  );
}
