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

/** Rows that ask for the same as some others: of these subjects and topic, held by any process. */
export async function findRowsOf(
  db: Pool,
  topic: 'run_batch',
  subjectUuids: readonly string[],
): Promise<{ readonly id: string; readonly subjectUuid: string }[]> {
  if (subjectUuids.length === 0) return [];
  const { rows } = await db.query<{ id: string; subjectUuid: string }>({
    name: 'find-rows-of',
    text: `SELECT id, subject_id AS "subjectUuid" FROM outbox WHERE topic = $1 AND subject_id = ANY ($2::uuid[])`,
    values: [topic, subjectUuids],
  });
  return rows;
}

/** Gives rows back whose work could not be done now: immediately if `afterMs` is 0, otherwise after this pause. */
export async function giveBackRows(db: Pool, ids: readonly string[], afterMs: number): Promise<void> {
  if (ids.length === 0) return;
  await db.query({
    name: 'give-back-rows',
    text: `
      UPDATE outbox
         SET claimed_until = CASE WHEN $2::int > 0 THEN (SELECT app_now()) + $2 * interval '1 millisecond' ELSE '-infinity' END
       WHERE id = ANY ($1::uuid[])`,
    values: [ids, afterMs],
  });
}

/** Wakes the relays that listen: one notification per queue. Sent outside the transactions that wrote the rows. */
export async function notifyQueues(db: Pool, queues: readonly string[]): Promise<void> {
  await db.query({
    name: 'notify-queues',
    text: `SELECT pg_notify('outbox', queue) FROM unnest($1::text[]) AS q (queue)`,
    values: [queues],
  });
}
