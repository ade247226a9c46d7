import type { Pool } from 'pg';
import type { DecimalMoney, InquiryOutcome, ListedOrder, SubmitOutcome } from '../../../adapters/adapter.ts';
import { type DeliveryCost, readCostsOnRoute, recordListedCost } from '../../../db/costs/delivered.ts';
import type { SentPurchase } from '../../../db/purchases/reconciliation.ts';
import type { PurchaseId } from '../../../domain/ids.ts';
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
    return [{ purchaseId: ours.purchaseId, cost: toStored(cost) }];
  });
  if (listed.length === 0) return [];
  const known = await readCostsOnRoute(
    pool,
    listed.map(({ purchaseId }) => purchaseId),
    route,
  );
  const findings: Finding[] = [];
  for (const order of listed) {
    const ours = known.get(order.purchaseId);
    if (ours === undefined || !(await recordOther(pool, { ...order, route }, ours))) continue;
    // Without a price, there is nothing to compare with.
    if (ours.cost === null) continue;
    const { amount, currency } = order.cost;
    const detail = `${amount} ${currency} there, ${ours.cost} ${ours.currency} by its price`;
    findings.push({ subject: order.purchaseId, kind: 'other_cost', detail });
  }
  return findings;
}

/** Records what a gateway says in its answer that it took for a delivery, if its price says something else. */
export async function noteCost(
  pool: Pool,
  { purchaseId, route }: { readonly purchaseId: PurchaseId; readonly route: string },
  outcome: SubmitOutcome | InquiryOutcome,
): Promise<void> {
  if (outcome.kind !== 'confirmed' || outcome.cost === undefined) return;
  const ours = (await readCostsOnRoute(pool, [purchaseId], route)).get(purchaseId);
  const cost = toStored(outcome.cost);
  if (ours !== undefined) await recordOther(pool, { purchaseId, route, cost }, ours);
}

/** @returns whether it differed and was recorded */
async function recordOther(
  pool: Pool,
  {
    cost,
    ...order
  }: { readonly purchaseId: PurchaseId; readonly route: string; readonly cost: DecimalMoney },
  ours: DeliveryCost,
): Promise<boolean> {
  if (isSame(ours, cost)) return false;
  await recordListedCost(pool, order, cost);
  return true;
}

function toStored({ amount, currency }: DecimalMoney): DecimalMoney {
  return { amount: toPlaces(amount, PLACES), currency };
}

function isSame({ cost, currency }: DeliveryCost, listed: DecimalMoney): boolean {
  return cost !== null && currency === listed.currency && compareDecimals(cost, listed.amount) === 0;
}
