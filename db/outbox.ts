import type { Pool, PoolClient } from 'pg';

/** Deletes rows whose work is done. */
export async function completeRows(db: Pool | PoolClient, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.query({
    name: 'complete-rows',
    text: `DELETE FROM outbox WHERE id = ANY ($1::uuid[])`,
    values: [ids],
  });
}

/** Gives rows back whose work could not be done now. */
export async function releaseRows(db: Pool, ids: readonly string[], afterMs: number): Promise<void> {
  if (ids.length === 0) return;
  await db.query({
    name: 'release-rows',
    text: `
      UPDATE outbox
         SET claimed_until = (SELECT app_now()) + $2 * interval '1 millisecond'
       WHERE id = ANY ($1::uuid[])`,
    values: [ids, afterMs],
  });
}

/** Moves claimed rows to another queue, where they wait anew. */
export async function moveRows(db: Pool, ids: readonly string[], queue: string): Promise<void> {
  if (ids.length === 0) return;
  await db.query({
    name: 'move-rows',
    text: `UPDATE outbox SET queue = $2, claimed_until = '-infinity' WHERE id = ANY ($1::uuid[])`,
    values: [ids, queue],
  });
}

/** Moves up to `limit` waiting rows of accounts, of the usual priority, from one queue to another. */
export async function moveWaiting(
  db: Pool,
  accountUuids: readonly string[],
  move: { readonly from: string; readonly to: string; readonly limit: number },
): Promise<void> {
  await db.query({
    name: 'move-waiting',
    text: `
      UPDATE outbox
         SET queue = $3
       WHERE id = ANY (ARRAY (
             SELECT id
               FROM outbox
              WHERE queue = $2 AND priority = 1 AND account_id = ANY ($1::uuid[]) AND claimed_until = '-infinity'
              LIMIT $4
                FOR UPDATE SKIP LOCKED))`,
    values: [accountUuids, move.from, move.to, move.limit],
  });
}

/** Wakes the relays that listen: one notification a queue. Sent outside the transactions that wrote the rows. */
export async function notifyQueues(db: Pool, queues: readonly string[]): Promise<void> {
  await db.query({
    name: 'notify-queues',
    text: `SELECT pg_notify('outbox', queue) FROM unnest($1::text[]) AS q (queue)`,
    values: [queues],
  });
}
