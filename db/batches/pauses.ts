import type { Pool, PoolClient } from 'pg';
import type { Batch } from '../../domain/batch/batch.ts';
import { type AccountId, type BatchId, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import { lockAccount } from '../accounts/lock.ts';
import { announceChange, type BatchChange, type RenderBatchEvent } from '../notices/announce.ts';
import { inTransaction } from '../transaction.ts';
import { findBatch } from './batches.ts';

/** Why a release pauses its batch. */
export type ReleasePause =
  /** `needs`: the price that the balance must cover before the batch resumes by itself. */
  | { readonly code: 'insufficient_balance'; readonly message: string; readonly needs: MinorUnits }
  /** `needs`: the price that the limit must cover before the batch resumes by itself. */
  | { readonly code: 'spending_limit'; readonly message: string; readonly needs: MinorUnits }
  | { readonly code: 'price_changed'; readonly message: string; readonly needs: null };

/** Pauses a batch that is running, and announces it. The caller holds the batch's lock. */
export async function pauseRelease(
  tx: PoolClient,
  accountId: AccountId,
  batchId: BatchId,
  pause: ReleasePause,
  render: RenderBatchEvent,
): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'pause-release',
    text: `
      UPDATE batches
         SET status = 'paused', pause_code = $2, pause_message = $3, pause_needs = $4
       WHERE id = $1 AND status = 'running'`,
    values: [uuidOf('bat', batchId), pause.code, pause.message, pause.needs],
  });
  if (rowCount === 1) await announceChange(tx, accountId, batchId, pauseChange(pause.code), render);
}

function pauseChange(reason: ReleasePause['code'] | 'first_rows_done'): BatchChange {
  const kind = reason === 'insufficient_balance' ? 'needs_money' : 'paused';
  return { type: 'batch.paused', kind, reason };
}

/**
 * Pauses a running batch whose first rows all had their turn and are final; false if one of them is not. Under the account's lock
 * none of its rows is accepted or settled meanwhile.
 */
export async function pauseAfterFirstRows(
  pool: Pool,
  accountId: AccountId,
  batchId: BatchId,
  message: (batch: Batch) => string,
  render: RenderBatchEvent,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const values = [uuidOf('acc', accountId), uuidOf('bat', batchId)];
    const { rowCount } = await tx.query({
      name: 'pause-after-first-rows',
      text: `
        UPDATE batches b
           SET status = 'paused', pause_code = 'first_rows_done', pause_message = ''
         WHERE account_id = $1 AND id = $2 AND status = 'running' AND first_rows_end IS NOT NULL
           AND NOT EXISTS (SELECT FROM batch_rows
                            WHERE batch_id = $2 AND line <= b.first_rows_end AND state = 'waiting')
           AND NOT EXISTS (SELECT FROM purchases WHERE batch_id = $2 AND status = 'pending')`,
      values,
    });
    const batch = rowCount === 0 ? null : await findBatch(tx, accountId, batchId);
    if (batch === null) return false;
    await tx.query({
      name: 'describe-pause',
      text: 'UPDATE batches SET pause_message = $3 WHERE account_id = $1 AND id = $2',
      values: [...values, message(batch)],
    });
    await announceChange(tx, accountId, batchId, pauseChange('first_rows_done'), render);
    return true;
  });
}
