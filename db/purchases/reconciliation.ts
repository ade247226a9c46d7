import type { Pool } from 'pg';
import { idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import { TAKEN_BACK } from '../../domain/purchase/late-settlement.ts';
import type { PurchaseStatus } from '../../domain/purchase/purchase.ts';

/** A purchase that was first sent on the day that is reconciled, as our books have it. */
export interface SentPurchase {
  readonly purchaseId: PurchaseId;
  readonly status: PurchaseStatus;
  /** Whether it is listed as delivered after it had failed, and as reversed since. */
  readonly late: 'no' | 'delivered' | 'taken_back';
  /** Whether it was sent on another route too. */
  readonly isRouted: boolean;
}

const PAGE = 5_000;

/** All purchases of a network and mode that were first sent on a route from `from` until before `to`. */
export async function readSentPurchases(
  db: Pool,
  network: { readonly networkId: string; readonly livemode: boolean; readonly route: string },
  span: { readonly from: Date; readonly to: Date },
): Promise<SentPurchase[]> {
  const sent: SentPurchase[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await db.query<{
      id: string;
      status: PurchaseStatus;
      listed: boolean;
      is_taken_back: boolean;
      is_routed: boolean;
    }>({
      text: `
        SELECT p.id, p.status, l.purchase_id IS NOT NULL AS listed,
               l.taken_back_at IS NOT NULL OR l.resolution IS NOT DISTINCT FROM $8 AS is_taken_back,
               EXISTS (SELECT FROM submissions e WHERE e.purchase_id = p.id AND e.route <> $7) AS is_routed
          FROM submissions s
          JOIN purchases p ON p.id = s.purchase_id
          LEFT JOIN late_confirmations l ON l.purchase_id = p.id
         WHERE s.sent_at >= $3 AND s.sent_at < $4 AND s.route = $7
           AND NOT EXISTS (
                 SELECT FROM submissions e
                  WHERE e.purchase_id = p.id AND e.route = $7 AND e.attempt < s.attempt)
           AND p.network_id = $1 AND p.livemode = $2 AND p.id > $5
         ORDER BY p.id
         LIMIT $6`,
      values: [
        network.networkId,
        network.livemode,
        span.from,
        span.to,
        after,
        PAGE,
        network.route,
        TAKEN_BACK,
      ],
    });
    for (const { id, status, listed, is_taken_back: isTakenBack, is_routed: isRouted } of rows) {
      const late = !listed ? 'no' : isTakenBack ? 'taken_back' : 'delivered';
      sent.push({ purchaseId: idFromUuid('pur', id), status, late, isRouted });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return sent;
    after = last.id;
  }
}

/** Of these purchases those whose network reference another purchase of the network has too. */
export async function findSharedReferences(
  db: Pool,
  purchaseIds: readonly PurchaseId[],
): Promise<{ readonly purchaseId: PurchaseId; readonly networkReference: string }[]> {
  const { rows } = await db.query<{ id: string; network_reference: string }>({
    text: `
      SELECT id, network_reference
        FROM (SELECT id, network_reference, count(*) OVER (PARTITION BY network_id, network_reference) AS bearers
                FROM purchases
               WHERE id = ANY ($1::uuid[]) AND network_reference IS NOT NULL) p
       WHERE bearers > 1
       ORDER BY network_reference, id`,
    values: [purchaseIds.map((id) => uuidOf('pur', id))],
  });
  return rows.map((row) => ({
    purchaseId: idFromUuid('pur', row.id),
    networkReference: row.network_reference,
  }));
}
