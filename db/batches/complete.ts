import type { Pool } from 'pg';
import { type AccountId, type BatchId, uuidOf } from '../../domain/ids.ts';
import { lockAccount } from '../accounts/lock.ts';
import { announceChange, type BatchChange, type RenderBatchEvent } from '../notices/announce.ts';
import { inTransaction } from '../transaction.ts';
import { fillMoney } from './money.ts';

const COMPLETED: BatchChange = { type: 'batch.completed', kind: 'completed', reason: '' };

export type Completion =
  | { readonly completed: false }
  /** `announced`: its event waits for the relay. */
  | { readonly completed: true; readonly announced: boolean };

/**
 * Completes a running batch whose rows have all had their turn and whose purchases are all final, and announces it where
 * the account asked for that. Under the account's lock none of its rows is accepted or settled meanwhile.
 */
export async function completeBatch(
  pool: Pool,
  accountId: AccountId,
  batchId: BatchId,
  render: RenderBatchEvent,
): Promise<Completion> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const { rowCount } = await tx.query({
      name: 'complete-batch',
      text: `
        UPDATE batches
           SET status = 'completed', completed_at = (SELECT app_now())
         WHERE account_id = $1 AND id = $2 AND status = 'running'
           AND NOT EXISTS (SELECT FROM batch_rows WHERE batch_id = $2 AND state = 'waiting')
           AND NOT EXISTS (SELECT FROM purchases WHERE batch_id = $2 AND status = 'pending')`,
      values: [uuidOf('acc', accountId), uuidOf('bat', batchId)],
    });
    if (rowCount === 0) return { completed: false };
    await fillMoney(tx, batchId);
    return { completed: true, announced: await announceChange(tx, accountId, batchId, COMPLETED, render) };
  });
}
