import type { Pool } from 'pg';
import { type AccountId, idFromUuid } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import { MAIN_ROUTE } from '../../domain/network/route.ts';
import { COSTS_OF_PURCHASE, DELIVERED } from './delivered.ts';
import { PRICE_AT } from './prices.ts';
import { RATE_AT } from './rates.ts';

/** What the margin is shown by. */
export const MARGIN_BY = ['network', 'bundle', 'account', 'route', 'day'] as const;
export type MarginBy = (typeof MARGIN_BY)[number];

/** What deliveries of one group, in one currency of clients, earned and cost. */
export interface MarginFacts {
  /** The network, bundle, account, route or day. Null for deliveries without a route on record. */
  readonly key: string | null;
  /** Of the network, bundle or account; null for a route or a day. */
  readonly name: string | null;
  readonly currency: string;
  readonly deliveries: number;
  /** Deliveries by a second gateway, for which no client pays. */
  readonly second: number;
  /** Deliveries whose cost or rate is not known. */
  readonly unpriced: number;
  /** What clients paid, in minor units. */
  readonly revenue: MinorUnits;
  /** The part of it for deliveries whose cost is known. */
  readonly pricedRevenue: MinorUnits;
  /** What gateways took, converted: decimal text in units of the currency. */
  readonly cost: string;
}

const KEYS: Readonly<Record<MarginBy, string>> = {
  network: 'network_id',
  bundle: 'bundle_id',
  account: 'account_id::text',
  route: "network_id || ' ' || route",
  day: "to_char(confirmed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')",
};

/** SQL: the name of a key `k`. */
const NAMES: Readonly<Record<MarginBy, string>> = {
  network: '(SELECT named.name FROM networks named WHERE named.id = k.key)',
  bundle: '(SELECT named.name FROM bundles named WHERE named.id = k.key)',
  account: '(SELECT named.name FROM accounts named WHERE named.id = k.key::uuid)',
  route: 'NULL',
  day: 'NULL',
};

/** Adds up live deliveries from `from` until before `to`. */
export async function readMargins(
  db: Pool,
  span: { readonly from: Date; readonly to: Date },
  by: MarginBy,
): Promise<MarginFacts[]> {
  const { rows } = await db.query<MarginFacts>({
    text: `
      WITH one AS (
        SELECT p.*, c.route, c.cost * c.rate AS converted,
               row_number() OVER (PARTITION BY p.id ORDER BY c.route) AS nth
          FROM (${DELIVERED}) p
          LEFT JOIN LATERAL (${COSTS_OF_PURCHASE}) c ON true
      )
      SELECT k.key, ${NAMES[by]} AS name, k.currency, k.deliveries, k.second, k.unpriced, k.revenue, k."pricedRevenue", k.cost
        FROM (SELECT ${KEYS[by]} AS key, currency, count(*)::int AS deliveries,
                     count(*) FILTER (WHERE nth > 1)::int AS second,
                     count(*) FILTER (WHERE converted IS NULL)::int AS unpriced,
                     coalesce(sum(revenue) FILTER (WHERE nth = 1), 0)::bigint AS revenue,
                     coalesce(sum(revenue) FILTER (WHERE nth = 1 AND converted IS NOT NULL), 0)::bigint AS "pricedRevenue",
                     coalesce(sum(converted), 0)::text AS cost
                FROM one
               GROUP BY 1, 2) k
       ORDER BY k.key, k.currency`,
    values: [span.from, span.to],
  });
  return by === 'account' ? rows.map((row) => ({ ...row, key: toAccount(row.key) })) : rows;
}

function toAccount(key: string | null): AccountId | null {
  return key === null ? null : idFromUuid('acc', key);
}

/** A bundle in one currency at one gateway, with its lowest price and what it costs there. */
export interface LowestPrice {
  readonly networkId: string;
  readonly networkName: string;
  readonly bundleId: string;
  readonly bundleName: string;
  readonly currency: string;
  /** The lowest price that a live account pays, in minor units, and the account. */
  readonly price: MinorUnits;
  readonly accountId: AccountId;
  readonly accountName: string;
  /** What the gateway takes now, converted: decimal text in units of the currency. */
  readonly cost: string;
  readonly route: string;
}

/**
 * For each bundle on sale, and each gateway that sells it, takes purchases and whose cost is known: that cost, and the lowest price of
 * a live account.
 */
export async function readLowestPrices(db: Pool): Promise<LowestPrice[]> {
  const { rows } = await db.query<Omit<LowestPrice, 'accountId'> & { readonly accountId: string }>({
    name: 'read-lowest-prices',
    text: `
      SELECT sold.*, taken.cost::text AS cost, taken.route
        FROM (SELECT DISTINCT ON (b.id, a.currency)
                     n.id AS "networkId", n.name AS "networkName", b.id AS "bundleId", b.name AS "bundleName", a.currency,
                     s.price, a.id AS "accountId", a.name AS "accountName"
                FROM account_bundles s
                JOIN accounts a ON a.id = s.account_id AND a.livemode
                JOIN bundles b ON b.id = s.bundle_id AND b.withdrawn_at IS NULL
                JOIN networks n ON n.id = b.network_id
               ORDER BY b.id, a.currency, s.price, a.id) sold
       CROSS JOIN LATERAL (
             SELECT o.route, price.cost * worth.rate AS cost
               FROM (SELECT DISTINCT p.network_id, p.route, p.bundle_id, (SELECT app_now()) AS at
                       FROM route_prices p
                      WHERE p.network_id = sold."networkId" AND p.bundle_id = sold."bundleId") o
              CROSS JOIN LATERAL (${PRICE_AT}) price
              CROSS JOIN LATERAL (SELECT price.currency, sold.currency AS into_currency, o.at) f
              CROSS JOIN LATERAL (${RATE_AT}) worth
              WHERE worth.rate IS NOT NULL
                AND (o.route = $1
                     OR EXISTS (SELECT FROM route_bundles b
                                 WHERE b.network_id = o.network_id AND b.route = o.route AND b.bundle_id = o.bundle_id))
                AND NOT EXISTS (SELECT FROM network_routes r
                                 WHERE r.network_id = o.network_id AND r.route = o.route AND r.draining_since IS NOT NULL)) taken
       ORDER BY sold."networkId", sold."bundleId", sold.currency, taken.route`,
    values: [MAIN_ROUTE],
  });
  return rows.map((row) => ({ ...row, accountId: idFromUuid('acc', row.accountId) }));
}
