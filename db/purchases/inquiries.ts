import type { Pool } from 'pg';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import type { PurchaseStatus } from '../../domain/purchase/purchase.ts';
import { preventIndexUse } from '../prevent-index-use.ts';

/** A purchase as an inquiry needs it. */
export interface Inquirable {
  readonly purchaseId: PurchaseId;
  readonly accountId: AccountId;
  readonly livemode: boolean;
  readonly networkId: string;
  readonly productCode: string;
  readonly status: PurchaseStatus;
  /** Whether it is pending, and `resolve_by` has passed or is less than a minute away. */
  readonly isDueSoon: boolean;
  readonly price: MinorUnits;
  readonly currency: string;
  /** When it was sent, first and last; null when it never was. */
  readonly sent: { readonly first: Date; readonly last: Date } | null;
  readonly gatewayId: string | null;
}

/** Reads what an inquiry needs; null when there is no such purchase. */
export async function findInquirable(db: Pool, purchaseId: PurchaseId): Promise<Inquirable | null> {
  const { rows } = await db.query<{
    account_id: string;
    livemode: boolean;
    network_id: string;
    product_code: string;
    status: PurchaseStatus;
    is_due_soon: boolean;
    price: number;
    currency: string;
    first_sent_at: Date | null;
    last_sent_at: Date | null;
    gateway_id: string | null;
  }>({
    name: 'find-inquirable',
    text: `
      SELECT p.account_id, p.livemode, p.network_id, p.product_code, p.status,
             p.status = 'pending' AND p.resolve_by < (SELECT app_now()) + interval '1 minute' AS is_due_soon,
             p.price, p.currency, s.first_sent_at, s.last_sent_at, s.gateway_id
        FROM purchases p
       CROSS JOIN LATERAL (
             SELECT min(sent_at) AS first_sent_at, max(sent_at) AS last_sent_at, max(gateway_id) AS gateway_id
               FROM submissions
              WHERE purchase_id = p.id) s
       WHERE p.id = $1`,
    values: [uuidOf('pur', purchaseId)],
  });
  const row = rows[0];
  if (row === undefined) return null;
  return {
    purchaseId,
    accountId: idFromUuid('acc', row.account_id),
    livemode: row.livemode,
    networkId: row.network_id,
    productCode: row.product_code,
    status: row.status,
    isDueSoon: row.is_due_soon,
    price: row.price,
    currency: row.currency,
    sent:
      row.first_sent_at === null || row.last_sent_at === null
        ? null
        : { first: row.first_sent_at, last: row.last_sent_at },
    gatewayId: row.gateway_id,
  };
}

/** Says when the workflow of a pending purchase will act next. */
export async function postponeNextAction(
  db: Pool,
  purchaseId: PurchaseId,
  nextActionMs: number,
): Promise<void> {
  await db.query({
    name: 'postpone-next-action',
    text: `
      UPDATE purchases
         SET next_action_at = (SELECT app_now()) + $2 * interval '1 millisecond'
       WHERE id = $1 AND ${preventIndexUse("status = 'pending'")}`,
    values: [uuidOf('pur', purchaseId), nextActionMs],
  });
}

/** Keeps the gateway's own id of an order, which an inquiry has named: from then on it is known to exist. */
export async function storeGatewayId(db: Pool, purchaseId: PurchaseId, gatewayId: string): Promise<void> {
  await db.query({
    name: 'store-gateway-id',
    text: `UPDATE submissions SET gateway_id = $2 WHERE purchase_id = $1 AND gateway_id IS NULL`,
    values: [uuidOf('pur', purchaseId), gatewayId],
  });
}
