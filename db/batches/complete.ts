import type { Pool, PoolClient } from 'pg';
import type { Batch } from '../../domain/batch/batch.ts';
import { newId, newUuid } from '../../domain/crypto/new-id.ts';
import { type AccountId, type BatchId, type EventId, uuidOf } from '../../domain/ids.ts';
import { WEBHOOK_QUEUE } from '../../domain/network/queues.ts';
import type { ExtraEvent } from '../../domain/webhook/event.ts';
import { lockAccount } from '../accounts/lock.ts';
import { inTransaction } from '../transaction.ts';
import { findBatch } from './batches.ts';
import { fillMoney } from './money.ts';

const BATCH_COMPLETED: ExtraEvent = 'batch.completed';

/** Writes the text of the event from the batch as it is when it completes. */
export type RenderCompleted = (id: EventId, type: string, at: Date, batch: Batch) => string;

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
  render: RenderCompleted,
): Promise<Completion> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const { rows } = await tx.query<{ at: Date }>({
      name: 'complete-batch',
      text: `
        UPDATE batches
           SET status = 'completed', completed_at = (SELECT app_now())
         WHERE account_id = $1 AND id = $2 AND status = 'running'
           AND NOT EXISTS (SELECT FROM batch_rows WHERE batch_id = $2 AND state = 'waiting')
           AND NOT EXISTS (SELECT FROM purchases WHERE batch_id = $2 AND status = 'pending')
        RETURNING completed_at AS at`,
      values: [uuidOf('acc', accountId), uuidOf('bat', batchId)],
    });
    if (rows[0] === undefined) return { completed: false };
    await fillMoney(tx, batchId);
    return { completed: true, announced: await announce(tx, accountId, batchId, rows[0].at, render) };
  });
}

async function announce(
  tx: PoolClient,
  accountId: AccountId,
  batchId: BatchId,
  at: Date,
  render: RenderCompleted,
): Promise<boolean> {
  const { rows } = await tx.query<{ wanted: boolean }>({
    name: 'wants-event',
    text: `
      SELECT EXISTS (SELECT FROM webhook_endpoints WHERE account_id = $1 AND $2 = ANY (extra_events))
             OR EXISTS (SELECT FROM client_endpoints WHERE account_id = $1 AND enabled AND $2 = ANY (event_types)) AS wanted`,
    values: [uuidOf('acc', accountId), BATCH_COMPLETED],
  });
  const batch = rows[0]?.wanted === true ? await findBatch(tx, accountId, batchId) : null;
  if (batch === null) return false;

  const id = newId('evt');
  await tx.query({
    name: 'announce-batch',
    text: `
      WITH announced AS (
        INSERT INTO events (id, account_id, type, subject_id, created_at, body) VALUES ($1, $2, $3, $4, $5, $6)
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      VALUES ($7, $8, 'deliver_event', $1, $2, $5)`,
    values: [
      uuidOf('evt', id),
      uuidOf('acc', accountId),
      BATCH_COMPLETED,
      uuidOf('bat', batchId),
      at,
      render(id, BATCH_COMPLETED, at, batch),
      newUuid(),
      WEBHOOK_QUEUE,
    ],
  });
  return true;
}
