import type { Pool } from 'pg';
import { MAIN_ROUTE } from '../../domain/network/route.ts';

/** SQL: the gateways of networks about which anything is on record, as `network_id` and `route`. Each network has the main one. */
export const KNOWN_ROUTES = `
  SELECT id AS network_id, '${MAIN_ROUTE}' AS route FROM networks
   UNION
  SELECT network_id, route FROM network_routes
   UNION
  SELECT network_id, route FROM route_bundles
   UNION
  SELECT network_id, route FROM route_health`;

/** The gateways of every network about which anything is on record, the main one first. */
export async function listRouteNames(db: Pool): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await db.query<{ networkId: string; routes: string[] }>({
    name: 'list-route-names',
    text: `
      SELECT known.network_id AS "networkId", array_agg(known.route ORDER BY known.route <> $1, known.route) AS routes
        FROM (${KNOWN_ROUTES}) known
       GROUP BY known.network_id`,
    values: [MAIN_ROUTE],
  });
  return new Map(rows.map(({ networkId, routes }) => [networkId, routes]));
}
