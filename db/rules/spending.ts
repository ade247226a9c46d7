import type { PoolClient } from 'pg';
import { type AccountId, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';

/**
 * Counts what a transaction accepted against the limits of a day and a month. The day is that of the purchases, which may have begun
 * after the decision: it then counts from zero. The caller holds the account's lock.
 * @param purchaseId one of the purchases; all have the same time.
 */
export async function countAccepted(
  tx: PoolClient,
  accountId: AccountId,
  purchaseId: PurchaseId,
  total: MinorUnits,
): Promise<void> {
  await tx.query({
    name: 'count-accepted-spending',
    text: `
      UPDATE account_rules r
         SET day_spent   = $3 + CASE WHEN r.counted_on = t.day THEN r.day_spent ELSE 0 END,
             month_spent = $3 + CASE WHEN date_trunc('month', r.counted_on) = date_trunc('month', t.day) THEN r.month_spent ELSE 0 END,
             counted_on  = t.day
        FROM (SELECT greatest((p.created_at AT TIME ZONE 'UTC')::date, c.counted_on) AS day
                FROM purchases p, account_rules c
               WHERE p.account_id = $1 AND p.id = $2 AND c.account_id = $1) t
       WHERE r.account_id = $1 AND r.counted_on IS NOT NULL`,
    values: [uuidOf('acc', accountId), uuidOf('pur', purchaseId), total],
  });
}

/**
 * Subtracts the price of purchases that failed or were reversed from the day and month in which they were made, if these still
 * count. The caller holds the account's lock, and gives each purchase once: when it ends.
 */
export async function countReturned(
  tx: PoolClient,
  accountId: AccountId,
  purchaseIds: readonly PurchaseId[],
): Promise<void> {
  if (purchaseIds.length === 0) return;
  await tx.query({
    name: 'count-returned-spending',
    text: `
      UPDATE account_rules r
         SET day_spent   = greatest(0, r.day_spent - f.day_price),
             month_spent = greatest(0, r.month_spent - f.month_price)
        FROM (SELECT coalesce(sum(p.price) FILTER (WHERE (p.created_at AT TIME ZONE 'UTC')::date = c.counted_on), 0)::bigint AS day_price,
                     coalesce(sum(p.price) FILTER (WHERE date_trunc('month', p.created_at AT TIME ZONE 'UTC')
                                                         = date_trunc('month', c.counted_on::timestamp)), 0)::bigint AS month_price
                FROM account_rules c
                JOIN purchases p ON p.account_id = c.account_id AND p.id = ANY ($2::uuid[])
               WHERE c.account_id = $1 AND c.counted_on IS NOT NULL) f
       WHERE r.account_id = $1 AND r.counted_on IS NOT NULL`,
    values: [uuidOf('acc', accountId), purchaseIds.map((id) => uuidOf('pur', id))],
  });
}
