import type { Pool } from 'pg';
import type { DecimalMoney, ListedOrder } from '../../../adapters/adapter.ts';
import { type DeliveryCost, readCostsOnRoute, recordListedCost } from '../../../db/costs/delivered.ts';
import type { SentPurchase } from '../../../db/purchases/reconciliation.ts';
import { compareDecimals, toPlaces } from '../../../domain/money/decimal.ts';
import type { Finding } from '../reconciled.ts';

/** How exactly a cost is recorded. */
const PLACES = 6;

/**
 * Compares what a gateway's list says that it took for delivered orders with its price. Where they differ, the list is recorded and
 * counts from then on, so a second run finds nothing.
 */
export async function compareCosts(
  pool: Pool,
  route: string,
  orders: readonly ListedOrder[],
  sent: ReadonlyMap<string, SentPurchase>,
): Promise<Finding[]> {
  const listed = orders.flatMap(({ gatewayReference, outcome, cost }) => {
    const ours = sent.get(gatewayReference);
    const isPriced = ours !== undefined && cost !== undefined && outcome.kind === 'confirmed';
    if (!isPriced) return [];
    const { amount, currency } = cost;
    return [{ purchaseId: ours.purchaseId, cost: { amount: toPlaces(amount, PLACES), currency } }];
  });
  if (listed.length === 0) return [];
  const known = await readCostsOnRoute(
    pool,
    listed.map(({ purchaseId }) => purchaseId),
    route,
  );
  const findings: Finding[] = [];
  for (const { purchaseId, cost } of listed) {
    const ours = known.get(purchaseId);
    if (ours === undefined || isSame(ours, cost)) continue;
    await recordListedCost(pool, { purchaseId, route }, cost);
    // Without a price, there is nothing to compare with.
    if (ours.cost === null) continue;
    const detail = `${cost.amount} ${cost.currency} there, ${ours.cost} ${ours.currency} by its price`;
    findings.push({ subject: purchaseId, kind: 'other_cost', detail });
  }
  return findings;
}

function isSame({ cost, currency }: DeliveryCost, listed: DecimalMoney): boolean {
  return cost !== null && currency === listed.currency && compareDecimals(cost, listed.amount) === 0;
}
