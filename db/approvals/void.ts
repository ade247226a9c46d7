import type { PoolClient } from 'pg';
import type { VoidCode } from '../../domain/approvals/void-code.ts';
import { type AccountId, type BatchId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { noteApproval } from '../notices/approvals.ts';
import { findApproval } from './store.ts';

/**
 * Voids the open approval of a batch, if it has one, and has it announced, in the transaction that changes what would be bought. The
 * caller has locked the batch. The code is in `end_reason`, where people write why they end a request.
 */
export async function voidApproval(
  tx: PoolClient,
  accountId: AccountId,
  batchId: BatchId,
  code: VoidCode,
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'void-approval',
    text: `
      UPDATE approvals
         SET status = 'voided', end_reason = $3, ended_at = (SELECT app_now())
       WHERE account_id = $1 AND subject_id = $2 AND ended_at IS NULL
      RETURNING id`,
    values: [uuidOf('acc', accountId), uuidOf('bat', batchId), code],
  });
  if (rows[0] === undefined) return;
  const after = await findApproval(tx, accountId, idFromUuid('apr', rows[0].id));
  if (after !== null) await noteApproval(tx, after, 'approval_withdrawn');
}
