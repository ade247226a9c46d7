import type { Pool } from 'pg';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import { MAIN_ROUTE } from '../../domain/network/route.ts';
import { DUE_SOON_MS } from '../../domain/purchase/deadline.ts';
import type { PurchaseStatus } from '../../domain/purchase/purchase.ts';
import { preventIndexUse } from '../prevent-index-use.ts';
import { IS_CLEARED } from './fence.ts';

/** A purchase as an inquiry needs it. */
export interface Inquirable {
  readonly purchaseId: PurchaseId;
  readonly accountId: AccountId;
  readonly livemode: boolean;
  readonly networkId: string;
  readonly productCode: string;
  readonly status: PurchaseStatus;
  /** Whether it is pending, and `resolve_by` has passed or is nearer than `DUE_SOON_MS`. */
  readonly isDueSoon: boolean;
  readonly price: MinorUnits;
  readonly currency: string;
  /** When it was sent, first and last; null when it never was. */
  readonly sent: { readonly first: Date; readonly last: Date } | null;
  readonly gatewayId: string | null;
  /** The route that all of this is about. */
  readonly route: string;
  /** Whether the purchase was last submitted there. */
  readonly isCurrentRoute: boolean;
  /** On how many routes it was submitted. */
  readonly routes: number;
  /** Its last submission there; 0 if there is none. */
  readonly lastAttempt: number;
  /** Whether nothing of what was submitted there can be delivered any more, and no delivery is known. */
  readonly isCleared: boolean;
}

/**
 * Reads what an inquiry needs; null when there is no such purchase.
 * @param route the route to read about; null for the one on which it was last submitted.
 */
export async function findInquirable(
  db: Pool,
  purchaseId: PurchaseId,
  route: string | null = null,
): Promise<Inquirable | null> {
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
    route: string;
    is_current_route: boolean;
    routes: number;
    last_attempt: number;
    is_cleared: boolean;
  }>({
    name: 'find-inquirable',
    text: `
      SELECT p.account_id, p.livemode, p.network_id, coalesce(s.product_code, p.product_code) AS product_code, p.status,
             p.status = 'pending' AND p.resolve_by < (SELECT app_now()) + $4 * interval '1 millisecond' AS is_due_soon,
             p.price, p.currency, s.first_sent_at, s.last_sent_at, s.gateway_id, s.last_attempt, s.is_cleared, a.routes,
             coalesce($2, a.current, $3) AS route, coalesce($2 = a.current, true) AS is_current_route
        FROM purchases p
       CROSS JOIN LATERAL (
             SELECT count(DISTINCT route)::int AS routes, (array_agg(route ORDER BY attempt DESC))[1] AS current
               FROM submissions
              WHERE purchase_id = p.id) a
       CROSS JOIN LATERAL (
             SELECT min(sent_at) AS first_sent_at, max(sent_at) AS last_sent_at, max(gateway_id) AS gateway_id,
                    max(product_code) AS product_code, coalesce(max(attempt), 0)::int AS last_attempt,
                    coalesce(bool_and${IS_CLEARED}, false)
                      AND NOT EXISTS (SELECT FROM confirmations WHERE purchase_id = p.id) AS is_cleared
               FROM submissions s
              WHERE purchase_id = p.id AND route = coalesce($2, a.current)) s
       WHERE p.id = $1`,
    values: [uuidOf('pur', purchaseId), route, MAIN_ROUTE, DUE_SOON_MS],
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
    route: row.route,
    isCurrentRoute: row.is_current_route,
    routes: row.routes,
    lastAttempt: row.last_attempt,
    isCleared: row.is_cleared,
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
export async function storeGatewayId(
  db: Pool,
  { purchaseId, route }: Pick<Inquirable, 'purchaseId' | 'route'>,
  gatewayId: string,
): Promise<void> {
  await db.query({
    name: 'store-gateway-id',
    text: `UPDATE submissions SET gateway_id = $2 WHERE purchase_id = $1 AND route = $3 AND gateway_id IS NULL`,
    values: [uuidOf('pur', purchaseId), gatewayId, route],
  });
}
