import type { Pool, PoolClient } from 'pg';
import type { BatchStatus, Corrections, Pause } from '../../domain/batch/batch.ts';
import { type BatchCommand, judgeCommand } from '../../domain/batch/life.ts';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { type AccountId, type BatchId, uuidOf } from '../../domain/ids.ts';
import { TEMPORAL_QUEUE } from '../../domain/network/queues.ts';
import { lockAccount } from '../accounts/lock.ts';
import { type Actor, recordAction } from '../accounts/operator-actions.ts';
import { inTransaction } from '../transaction.ts';

export type CommandOutcome =
  | { readonly kind: 'moved' | 'already' }
  | { readonly kind: 'refused'; readonly status: BatchStatus }
  /** Its corrections were neither accepted nor rejected. */
  | { readonly kind: 'undecided' }
  | { readonly kind: 'not_found' };

/**
 * Carries out the command of a client or, with `actor`, of an operator, which is recorded. It takes the
 * account's lock and then the batch's, as the acceptance of rows does, and waits for a page that is being
 * released. After `pause` or `cancel` returns, no further row is released.
 */
export async function commandBatch(
  pool: Pool,
  accountId: AccountId,
  id: BatchId,
  command: BatchCommand,
  actor: Actor | null = null,
): Promise<CommandOutcome> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const { rows } = await tx.query<LockedBatch>({
      name: 'lock-batch',
      text: `
        SELECT status, pause_code AS pause, correction_state AS corrections
          FROM batches
         WHERE account_id = $1 AND id = $2
           FOR UPDATE`,
      values: [uuidOf('acc', accountId), uuidOf('bat', id)],
    });
    const status = rows[0]?.status;
    if (status === undefined) return { kind: 'not_found' };

    const verdict = judgeCommand(status, command, rows[0]?.pause ?? null);
    if (verdict.kind === 'refused') return { kind: 'refused', status };
    if (verdict.kind === 'already') return verdict;
    if (verdict.to === 'running' && rows[0]?.corrections === 'proposed') return { kind: 'undecided' };
    const values = [uuidOf('bat', id), verdict.to, uuidOf('acc', accountId)];
    await tx.query({ name: 'move-batch', text: MOVE, values });
    // Also when it stops: its workflow then ends now, not at its next look. A batch that never ran has no workflow.
    if (status !== 'ready' || verdict.to === 'running') await enqueueRun(tx, accountId, id);
    if (actor !== null) {
      await recordAction(tx, { ...actor, action: `batch_${command}`, accountId, subject: id });
    }
    return { kind: 'moved' };
  });
}

interface LockedBatch {
  readonly status: BatchStatus;
  readonly pause: Pause['code'] | null;
  readonly corrections: Corrections['state'];
}

const MOVE = `
  UPDATE batches
     SET status        = $2,
         pause_needs   = NULL,
         pause_code    = CASE WHEN $2 = 'paused' THEN 'requested' END,
         pause_message = CASE WHEN $2 = 'paused' THEN 'Paused on request. Resume it to continue.' END,
         started_at    = coalesce(started_at, CASE WHEN $2 = 'running' THEN clock.at END),
         completed_at  = CASE WHEN $2 = 'canceled' THEN clock.at END
    FROM (SELECT app_now() AS at) clock
   WHERE account_id = $3 AND id = $1`;

/** Has the relay start or wake the workflow of a batch, once this transaction has committed. */
export async function enqueueRun(tx: PoolClient, accountId: AccountId, batchId: BatchId): Promise<void> {
  await tx.query({
    name: 'enqueue-run',
    text: `
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      VALUES ($1, $2, 'run_batch', $3, $4, (SELECT app_now()))`,
    values: [newUuid(), TEMPORAL_QUEUE, uuidOf('bat', batchId), uuidOf('acc', accountId)],
  });
}
