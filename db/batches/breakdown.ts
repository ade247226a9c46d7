import type { OutcomeGroup } from '../../domain/batch/breakdown.ts';
import { type AccountId, type BatchId, uuidOf } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';
import { bundleOf } from './row-search.ts';

/**
 * The rows of a batch by network, bundle, state and reason; empty when the account has no such batch. Reads the purchases by
 * `purchases_batch` and the other rows by the key of `batch_rows`. There are as many groups as the batch's bundles have outcomes,
 * never as many as rows: a bundle that cannot be bought is null.
 */
export async function readBreakdown(db: Reader, accountId: AccountId, id: BatchId): Promise<OutcomeGroup[]> {
  const { rows } = await db.query<OutcomeGroup>({
    text: BREAKDOWN,
    values: [uuidOf('acc', accountId), uuidOf('bat', id)],
  });
  return rows;
}

/** A row whose release was cut off still waits, although its purchase exists: it counts as its purchase. */
const BREAKDOWN = `
  SELECT network_id AS "networkId", bundle_id AS "bundleId", state, reason, count(*)::int AS rows,
         coalesce(sum(price), 0)::bigint AS amount
    FROM (SELECT p.network_id, p.bundle_id, p.status AS state, p.failure_code AS reason, p.price
            FROM purchases p
           WHERE p.account_id = $1 AND p.batch_id = $2
           UNION ALL
          SELECT r.network_id, CASE WHEN r.price IS NOT NULL THEN ${bundleOf('r', '$2')} END, r.state,
                 CASE WHEN r.state <> 'waiting' THEN r.errors -> 0 ->> 'code'
                      WHEN b.status = 'canceled' THEN 'canceled' END,
                 r.price
            FROM batches b
            JOIN own_batch_rows r ON r.batch_id = b.id
           WHERE b.account_id = $1 AND b.id = $2 AND r.state <> 'released'
             AND NOT (r.state = 'waiting'
                      AND EXISTS (SELECT FROM purchase_references n
                                    JOIN purchases p ON p.id = n.purchase_id AND p.batch_id = r.batch_id
                                   WHERE n.account_id = $1 AND n.reference = r.reference))
         ) outcomes
   GROUP BY 1, 2, 3, 4
   ORDER BY 1, 2, 3, 4`;
