import type { Pool, PoolClient } from 'pg';
import { type Cell, importAction } from '../../domain/approvals/file-action.ts';
import { performCleared, takeTurn } from '../approvals/staff/in-turn.ts';
import { requireCleared } from '../approvals/staff/missing.ts';
import type { Actor } from '../audit/record.ts';
import { toJsonRecords } from '../json-records.ts';
import { inTransaction } from '../transaction.ts';

/** What a gateway takes from our wallet for a bundle, from a time on. */
export interface RoutePrice {
  readonly networkId: string;
  readonly route: string;
  readonly bundleId: string;
  /** Decimal text, in the unit of the currency. */
  readonly cost: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Null for now. */
  readonly validFrom: Date | null;
  /** Null while no end is known. */
  readonly validUntil: Date | null;
}

/** Why a price cannot be added. */
export type WrongPrice =
  /** The network has no such bundle. */
  | 'unknown'
  /** It would begin in the past, where orders have been sent. */
  | 'past'
  /** Another one begins at the same time. */
  | 'repeated';

/** `wrong`: nothing was changed. */
export type PricesImported =
  | { readonly kind: 'imported'; readonly count: number }
  | {
      readonly kind: 'wrong';
      readonly why: WrongPrice;
      readonly prices: readonly Pick<RoutePrice, 'route' | 'bundleId'>[];
    };

/**
 * SQL: the price of an order `o` (network_id, route, bundle_id, at), as `cost` and `currency`. Of those that were valid then, the
 * one that began last.
 */
export const PRICE_AT = `
  SELECT c.cost, c.currency
    FROM route_prices c
   WHERE c.network_id = o.network_id AND c.route = o.route AND c.bundle_id = o.bundle_id
     AND c.valid_from <= o.at AND (c.valid_until IS NULL OR c.valid_until > o.at)
   ORDER BY c.valid_from DESC
   LIMIT 1`;

/**
 * Adds a price list, all or none; recorded with who and why. Earlier prices stay, so what was sent costs what it did.
 * @throws ApprovalMissing while another operator must approve it.
 */
export async function importPrices(
  db: Pool,
  prices: readonly RoutePrice[],
  actor: Actor,
): Promise<PricesImported> {
  const records = toJsonRecords(prices.map(toRecord));
  const imported = await inTransaction(db, async (tx) => {
    await takeTurn(tx, 'bundle_prices');
    const { rows: wrong } = await tx.query<{ route: string; bundleId: string; why: WrongPrice }>({
      text: FIND_WRONG,
      values: [records],
    });
    if (wrong[0] !== undefined) return { wrong, why: wrong[0].why };
    return performCleared(tx, importAction('bundle_prices', prices.map(toCells)), actor, async () => {
      await tx.query({ text: INSERT_PRICES, values: [records] });
      const details = {
        prices: prices.map(
          ({ route, bundleId, cost, currency }) => `${route} ${bundleId} ${cost} ${currency}`,
        ),
      };
      return { result: prices.length, done: { action: 'route_prices', subject: 'bundles', details } };
    });
  });
  if ('wrong' in imported) {
    const { why, wrong } = imported;
    return { kind: 'wrong', why, prices: wrong.filter((one) => one.why === why) };
  }
  requireCleared(imported.cleared);
  return { kind: 'imported', count: prices.length };
}

/** What another operator approves: the columns of the file. */
function toCells({ networkId, route, bundleId, cost, currency, validFrom, validUntil }: RoutePrice): Cell[] {
  const times = [validFrom, validUntil].map((time) => time?.toISOString() ?? null);
  return [networkId, route, bundleId, cost, currency, ...times];
}

/** Adds the costs of a list of what routes sell, from now on; a cost that is as before adds nothing. */
export async function addCurrentCosts(
  tx: PoolClient,
  costs: readonly Omit<RoutePrice, 'validFrom' | 'validUntil'>[],
): Promise<void> {
  await tx.query({
    text: ADD_CURRENT,
    values: [toJsonRecords(costs.map((cost) => toRecord({ ...cost, validFrom: null, validUntil: null })))],
  });
}

const PRICES = `
  SELECT network_id, route, bundle_id, coalesce(valid_from, (SELECT app_now())) AS at, valid_until, cost, currency,
         valid_from
    FROM json_to_recordset($1)
      AS b (network_id text, route text, bundle_id text, valid_from timestamptz, valid_until timestamptz, cost numeric,
            currency text)`;

const FIND_WRONG = `
  SELECT route, "bundleId", why
    FROM (SELECT o.route, o.bundle_id AS "bundleId",
                 CASE WHEN NOT EXISTS (SELECT FROM bundles b WHERE b.id = o.bundle_id AND b.network_id = o.network_id)
                      THEN 'unknown'
                      WHEN o.valid_from < (SELECT app_now()) THEN 'past'
                      WHEN EXISTS (SELECT FROM route_prices c
                                    WHERE c.network_id = o.network_id AND c.route = o.route
                                      AND c.bundle_id = o.bundle_id AND c.valid_from = o.at)
                      THEN 'repeated' END AS why
            FROM (${PRICES}) o) found
   WHERE why IS NOT NULL
   ORDER BY why, "bundleId", route`;

const INSERT_PRICES = `
  INSERT INTO route_prices (network_id, route, bundle_id, valid_from, valid_until, cost, currency)
  SELECT o.network_id, o.route, o.bundle_id, o.at, o.valid_until, o.cost, o.currency
    FROM (${PRICES}) o`;

const ADD_CURRENT = `
  ${INSERT_PRICES}
    LEFT JOIN LATERAL (${PRICE_AT}) now ON true
   WHERE now.cost IS DISTINCT FROM o.cost OR now.currency <> o.currency`;

function toRecord(price: RoutePrice) {
  return {
    network_id: price.networkId,
    route: price.route,
    bundle_id: price.bundleId,
    valid_from: price.validFrom,
    valid_until: price.validUntil,
    cost: price.cost,
    currency: price.currency,
  };
}
