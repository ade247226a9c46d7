import type { Pool } from 'pg';
import type { StaffBelowCost, StaffMargin, StaffTraceCost } from '../../contract/staff/margin.ts';
import type { DeliveryCost } from '../../db/costs/delivered.ts';
import { type LowestPrice, type MarginFacts, readLowestPrices } from '../../db/costs/margins.ts';
import { isBelowCost, marginOf } from '../../domain/money/margin.ts';

export function renderMargin(facts: MarginFacts): StaffMargin {
  const { key, name, currency, deliveries, second, unpriced, revenue, pricedRevenue } = facts;
  const { cost, margin, percent } = marginOf(pricedRevenue, facts.cost, currency);
  return {
    key,
    name,
    deliveries,
    second_deliveries: second,
    without_cost: unpriced,
    revenue: { amount: revenue, currency },
    cost: { amount: cost, currency },
    margin: { amount: margin, currency },
    margin_percent: percent,
  };
}

export function renderDeliveryCost({ route, cost, currency, source, rate }: DeliveryCost): StaffTraceCost {
  return { route, cost, currency, source, rate };
}

export function renderBelowCost(lowest: LowestPrice): StaffBelowCost {
  return {
    network_id: lowest.networkId,
    network_name: lowest.networkName,
    bundle_id: lowest.bundleId,
    bundle_name: lowest.bundleName,
    account_id: lowest.accountId,
    account_name: lowest.accountName,
    price: { amount: lowest.price, currency: lowest.currency },
    cost: lowest.cost,
    route: lowest.route,
  };
}

/** Bundles that a live account buys for less than what a gateway takes that may get the purchase; one row for each such gateway. */
export async function listBelowCost(pool: Pool): Promise<LowestPrice[]> {
  const lowest = await readLowestPrices(pool);
  return lowest.filter(({ price, cost, currency }) => isBelowCost(price, cost, currency));
}
