import type { Pool, PoolClient } from 'pg';

/** An outbox row that this process holds until its lease ends. */
export interface ClaimedRow {
  readonly id: string;
  readonly topic:
    | 'start_purchase'
    | 'deliver_event'
    | 'retry_event'
    | 'end_purchase'
    | 'inquire_late'
    | 'run_batch';
  /** UUID of the purchase, event or batch. */
  readonly subjectUuid: string;
  readonly accountUuid: string;
}

/** The account that each queue of this process served last: whose turn is next must outlive a claim of a single row. */
const servedLast = new Map<string, string>();
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Claims up to `limit` rows of a queue for `leaseMs`: lower priority numbers first, and within one priority a row of each
 * account in turn, however many rows one account has waiting. Safe in any number of processes at once.
 */
export async function claimRows(
  db: Pool | PoolClient,
  queue: string,
  limit: number,
  leaseMs: number,
): Promise<ClaimedRow[]> {
  const { rows } = await db.query<ClaimedRow & { place: number }>({
    name: 'claim-rows',
    text: CLAIM,
    values: [queue, limit, leaseMs, servedLast.get(queue) ?? BEFORE_ALL],
  });
  rows.sort((one, other) => one.place - other.place);
  const last = rows.at(-1);
  if (last !== undefined) servedLast.set(queue, last.accountUuid);
  return rows.map(({ id, topic, subjectUuid, accountUuid }) => ({ id, topic, subjectUuid, accountUuid }));
}

/**
 * The accounts that wait are found by hopping along the index from one to the next, so a queue of a million rows of one
 * account costs no more than a short one. A turn begins behind the account that was served last.
 */
const CLAIM = `
  WITH RECURSIVE clock AS MATERIALIZED (
    SELECT app_now() AS at
  ), waiting AS (
    (SELECT priority, account_id FROM outbox WHERE queue = $1 ORDER BY priority, account_id LIMIT 1)
    UNION ALL
    SELECT following.priority, following.account_id
      FROM waiting w
     CROSS JOIN LATERAL (
           SELECT o.priority, o.account_id
             FROM outbox o
            WHERE o.queue = $1 AND (o.priority, o.account_id) > (w.priority, w.account_id)
            ORDER BY o.priority, o.account_id
            LIMIT 1) following
  ), candidates AS (
    SELECT mine.id,
           row_number() OVER (ORDER BY w.priority, mine.turn, w.account_id <= $4::uuid, w.account_id) AS place
      FROM waiting w
     CROSS JOIN LATERAL (
           SELECT o.id, row_number() OVER (ORDER BY o.id) AS turn
             FROM outbox o, clock
            WHERE o.queue = $1 AND o.priority = w.priority AND o.account_id = w.account_id
              AND o.claimed_until < clock.at
            ORDER BY o.id
            LIMIT $2) mine
  ), claimed AS (
    SELECT o.id, c.place
      FROM candidates c
      JOIN outbox o ON o.id = c.id
     CROSS JOIN clock
     WHERE o.claimed_until < clock.at
     ORDER BY c.place
     LIMIT $2
       FOR UPDATE OF o SKIP LOCKED
  )
  UPDATE outbox o
     SET claimed_until = clock.at + $3 * interval '1 millisecond', claims = claims + 1
    FROM claimed, clock
   WHERE o.id = claimed.id
  RETURNING o.id, o.topic, o.subject_id AS "subjectUuid", o.account_id AS "accountUuid", claimed.place`;

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

/** Wakes the relays that listen: one notification a queue. Sent outside the transactions that wrote the rows. */
export async function notifyQueues(db: Pool, queues: readonly string[]): Promise<void> {
  await db.query({
    name: 'notify-queues',
    text: `SELECT pg_notify('outbox', queue) FROM unnest($1::text[]) AS q (queue)`,
    values: [queues],
  });
}
