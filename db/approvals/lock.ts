import type { PoolClient } from 'pg';
import type { StoredApproval } from '../../domain/approvals/stored.ts';
import { type AccountId, type ApprovalId, uuidOf } from '../../domain/ids.ts';
import { APPROVALS, type ApprovalRow, readApproval } from './store.ts';

/**
 * One approval of an account, locked until the transaction ends; null if it has none with this id. Its batch is locked first,
 * because notices refer to it, and changes of rows lock the batch before they void its approval. The caller has locked the account.
 */
export async function lockApproval(
  tx: PoolClient,
  accountId: AccountId,
  id: ApprovalId,
): Promise<{ readonly stored: StoredApproval; readonly now: Date } | null> {
  const values = [uuidOf('acc', accountId), uuidOf('apr', id)];
  await tx.query({
    name: 'lock-batch-of-approval',
    text: `
      SELECT FROM batches b
       WHERE b.account_id = $1 AND b.id = (SELECT subject_id FROM approvals WHERE account_id = $1 AND id = $2)
         FOR KEY SHARE`,
    values,
  });
  const { rows } = await tx.query<ApprovalRow & { now: Date }>({
    name: 'lock-approval',
    text: `
      SELECT f.*, (SELECT app_now()) AS now
        FROM (${APPROVALS} WHERE a.account_id = $1 AND a.id = $2 FOR UPDATE OF a) f`,
    values,
  });
  return rows[0] === undefined ? null : { stored: readApproval(rows[0]), now: rows[0].now };
}
