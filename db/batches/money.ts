import type { PoolClient } from 'pg';
import { type BatchId, uuidOf } from '../../domain/ids.ts';

/**
 * One row with `held`, `charged` and `refunded` of a batch, as SQL: from its tallies, or from its purchases where a tally does
 * not have its money. Both move only under the account's lock.
 * @param batch SQL for the batch's UUID.
 */
export function moneyOf(batch: string): string {
  return `
    SELECT held, charged, refunded
      FROM (SELECT coalesce(sum(held), 0)::bigint     AS held,
                   coalesce(sum(charged), 0)::bigint  AS charged,
                   coalesce(sum(refunded), 0)::bigint AS refunded,
                   count(*) = count(held)             AS known
              FROM batch_tallies
             WHERE batch_id = ${batch}) tallied
     WHERE known
     UNION ALL
    SELECT ${SUMS}
      FROM purchases
     WHERE batch_id = ${batch}
       AND EXISTS (SELECT FROM batch_tallies WHERE batch_id = ${batch} AND held IS NULL)
    HAVING EXISTS (SELECT FROM batch_tallies WHERE batch_id = ${batch} AND held IS NULL)`;
}

const SUMS = `
  coalesce(sum(price) FILTER (WHERE status = 'pending'), 0)::bigint                   AS held,
  coalesce(sum(price) FILTER (WHERE status IN ('successful', 'reversed')), 0)::bigint AS charged,
  coalesce(sum(price) FILTER (WHERE status = 'reversed'), 0)::bigint                  AS refunded`;

/** Fills in money that a process of the previous version did not maintain. The caller holds the account's lock. */
export async function fillMoney(tx: PoolClient, batchId: BatchId): Promise<void> {
  await tx.query({
    name: 'fill-batch-money',
    text: `
      UPDATE batch_tallies t
         SET held = p.held, charged = p.charged, refunded = p.refunded
        FROM (SELECT network_id, ${SUMS} FROM purchases WHERE batch_id = $1 GROUP BY network_id) p
       WHERE t.batch_id = $1 AND t.network_id = p.network_id AND t.held IS NULL
         AND EXISTS (SELECT FROM batch_tallies WHERE batch_id = $1 AND held IS NULL)`,
    values: [uuidOf('bat', batchId)],
  });
}
