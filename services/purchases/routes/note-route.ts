import type { Pool } from 'pg';
import { recordContradiction } from '../../../db/purchases/contradictions.ts';
import { readRouteStanding, recordRouteDelivery, recordRouteReversal } from '../../../db/purchases/routes.ts';
import { hearRoute } from '../../../domain/network/failover.ts';
import type { OutcomeReport } from '../../../domain/purchase/purchase.ts';
import type { Ordered } from '../other-product.ts';
import type { Router } from './router.ts';

/**
 * Notes what one of several gateways of a network reports about an order. Two gateways that both delivered are recorded as a
 * contradiction, because one delivery is our loss: the client pays once.
 * @returns whether the report is about the purchase, so that it is settled
 */
export async function noteRoute(
  { pool, router }: { readonly pool: Pool; readonly router: Pick<Router, 'hasSeveral'> },
  order: Ordered,
  report: Exclude<OutcomeReport, { kind: 'expired' }>,
): Promise<boolean> {
  const { purchaseId, networkId, livemode, routes = 1 } = order;
  if (routes < 2 && !router.hasSeveral(networkId, livemode)) return true;
  if ('delivery' in report) await recordRouteDelivery(pool, order, report.delivery.networkReference);
  if ('reversal' in report) await recordRouteReversal(pool, order);
  const news = hearRoute(report.kind, await readRouteStanding(pool, order));
  if (news === 'second_delivery') await recordContradiction(pool, purchaseId, 'delivered_twice');
  return news !== 'ignore';
}
