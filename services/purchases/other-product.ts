import type { Pool } from 'pg';
import type { InquiryOutcome, SubmitOutcome } from '../../adapters/adapter.ts';
import { recordContradiction } from '../../db/purchases/contradictions.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import type { AdapterFor, AlertSink } from './ports.ts';

export interface ProductPorts {
  readonly pool: Pool;
  readonly adapterFor: AdapterFor;
  readonly alerts: AlertSink;
}

/** What was ordered, and where. */
export interface Ordered {
  readonly purchaseId: PurchaseId;
  readonly networkId: string;
  readonly livemode: boolean;
  /** As ordered on the route. */
  readonly productCode: string;
  readonly route: string;
  /** On how many routes it was submitted, if that was read. */
  readonly routes?: number;
}

/**
 * Records for operators that a gateway reports another product, or another amount, than was ordered. The delivery counts
 * nevertheless: only people can find out which of the two is wrong.
 */
export async function noteOtherProduct(
  { pool, adapterFor, alerts }: ProductPorts,
  { purchaseId, networkId, livemode, productCode, route }: Ordered,
  outcome: SubmitOutcome | InquiryOutcome,
): Promise<void> {
  if (outcome.kind !== 'confirmed' || outcome.product === undefined) return;
  const isProduct = adapterFor(networkId, livemode, route)?.isProduct ?? null;
  if (isProduct === null || isProduct(productCode, outcome.product)) return;
  const detail = `${purchaseId}: ordered ${productCode}, the gateway names ${outcome.product}`;
  alerts.raise({ networkId, livemode, route, kind: 'other_product', detail });
  await recordContradiction(pool, purchaseId, 'other_product');
}
