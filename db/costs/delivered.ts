import type { Pool } from 'pg';
import { idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import { PRICE_AT } from './prices.ts';
import { RATE_AT } from './rates.ts';

/** What one gateway took for delivering a purchase. */
export interface DeliveryCost {
  readonly route: string;
  /** Decimal text in its currency; both null if neither a price nor a list says it. */
  readonly cost: string | null;
  readonly currency: string | null;
  /** Where it is from: the price that was valid when the order was sent, or the gateway's list. */
  readonly source: 'price' | 'list' | null;
  /** What one unit of its currency was worth in the client's currency when the order was sent; null if no rate is recorded. */
  readonly rate: string | null;
}

/**
 * SQL: what each gateway that delivered a purchase `p` took for it. Without a report of several gateways, it was the last one to
 * which the purchase was sent. Prices and rates never change afterwards, so nothing is stored beside an order while it is sent.
 */
export const COSTS_OF_PURCHASE = `
  SELECT o.route, coalesce(l.cost, price.cost) AS cost, coalesce(l.currency, price.currency) AS currency,
         CASE WHEN l.cost IS NOT NULL THEN 'list' WHEN price.cost IS NOT NULL THEN 'price' END AS source, worth.rate
    FROM (SELECT p.network_id, p.bundle_id, sent.route, max(sent.sent_at) AS at
            FROM (SELECT s.route, s.sent_at,
                         first_value(s.route) OVER (ORDER BY s.attempt DESC) AS last_route
                    FROM submissions s
                   WHERE s.purchase_id = p.id) sent
           WHERE CASE WHEN EXISTS (SELECT FROM route_deliveries d WHERE d.purchase_id = p.id AND d.reversed_at IS NULL)
                      THEN sent.route IN (SELECT d.route FROM route_deliveries d
                                           WHERE d.purchase_id = p.id AND d.reversed_at IS NULL)
                      ELSE sent.route = sent.last_route END
           GROUP BY sent.route) o
    LEFT JOIN listed_costs l ON l.purchase_id = p.id AND l.route = o.route
    LEFT JOIN LATERAL (${PRICE_AT}) price ON true
    LEFT JOIN LATERAL (
           SELECT coalesce(l.currency, price.currency) AS currency, p.currency AS into_currency, o.at) f ON true
    LEFT JOIN LATERAL (${RATE_AT}) worth ON f.currency IS NOT NULL`;

/** SQL: whether a purchase `p` with a late confirmation `l` is on the number and is not the network's loss. */
const IS_LATE_DELIVERY = `(l.taken_back_at IS NULL
       AND (l.resolution IS NULL OR l.resolution IN ('charged_by_agreement', 'written_off')))`;

/**
 * SQL: live deliveries from $1 until before $2, with what the client paid in minor units. A reversed delivery costs and earns
 * nothing. A late one costs, and earns nothing unless it was charged by agreement.
 */
export const DELIVERED = `
  SELECT p.id, p.account_id, p.network_id, p.bundle_id, p.currency, p.confirmed_at, p.price AS revenue
    FROM networks n
    JOIN purchases p ON p.network_id = n.id AND p.livemode AND p.confirmed_at >= $1 AND p.confirmed_at < $2
   WHERE p.status = 'successful'
   UNION ALL
  SELECT p.id, p.account_id, p.network_id, p.bundle_id, p.currency, l.confirmed_at,
         CASE WHEN l.resolution = 'charged_by_agreement' THEN p.price ELSE 0 END
    FROM late_confirmations l
    JOIN purchases p ON p.id = l.purchase_id AND p.livemode
   WHERE l.confirmed_at >= $1 AND l.confirmed_at < $2 AND p.status = 'failed' AND ${IS_LATE_DELIVERY}`;

/** What gateways took for a purchase that was delivered; none for one that was not. */
export async function readDeliveryCosts(db: Pool, id: PurchaseId): Promise<DeliveryCost[]> {
  const { rows } = await db.query<DeliveryCost>({
    text: `
      SELECT c.route, c.cost::text AS cost, c.currency, c.source, c.rate::text AS rate
        FROM purchases p
        LEFT JOIN late_confirmations l ON l.purchase_id = p.id
       CROSS JOIN LATERAL (${COSTS_OF_PURCHASE}) c
       WHERE p.id = $1 AND (p.status = 'successful' OR (l.purchase_id IS NOT NULL AND ${IS_LATE_DELIVERY}))
       ORDER BY c.route`,
    values: [uuidOf('pur', id)],
  });
  return rows;
}

/** The same for many purchases, as far as one route delivered them. */
export async function readCostsOnRoute(
  db: Pool,
  ids: readonly PurchaseId[],
  route: string,
): Promise<ReadonlyMap<PurchaseId, DeliveryCost>> {
  const { rows } = await db.query<DeliveryCost & { readonly id: string }>({
    text: `
      SELECT p.id, c.route, c.cost::text AS cost, c.currency, c.source, c.rate::text AS rate
        FROM purchases p
       CROSS JOIN LATERAL (${COSTS_OF_PURCHASE}) c
       WHERE p.id = ANY (ARRAY(SELECT * FROM unnest($1::uuid[]))) AND c.route = $2`,
    values: [ids.map((id) => uuidOf('pur', id)), route],
  });
  return new Map(rows.map(({ id, ...cost }) => [idFromUuid('pur', id), cost]));
}

/** Records what a gateway's list says that it took for an order. */
export async function recordListedCost(
  db: Pool,
  order: { readonly purchaseId: PurchaseId; readonly route: string },
  { amount, currency }: { readonly amount: string; readonly currency: string },
): Promise<void> {
  await db.query({
    name: 'record-listed-cost',
    text: `
      INSERT INTO listed_costs (purchase_id, route, cost, currency, listed_at)
      SELECT $1, $2, $3, $4, (SELECT app_now())
      ON CONFLICT (purchase_id, route) DO UPDATE
        SET cost = excluded.cost, currency = excluded.currency, listed_at = excluded.listed_at`,
    values: [uuidOf('pur', order.purchaseId), order.route, amount, currency],
  });
}
