import type { Pool, PoolClient } from 'pg';
import { preventIndexUse } from '../prevent-index-use.ts';

/** An outbox row that this process holds until its lease ends. */
export interface ClaimedRow {
  readonly id: string;
  readonly topic:
    | 'start_purchase'
    | 'deliver_event'
    | 'retry_event'
    | 'end_purchase'
    | 'inquire_late'
    | 'run_batch'
    | 'low_balance';
  /** UUID of the purchase, event or batch. */
  readonly subjectUuid: string;
  readonly accountUuid: string;
  /** Of a deliver_event row; null is the first attempt. */
  readonly attempt: number | null;
}

/** The account that each queue of this process served last: whose turn is next must outlive a claim of a single row. */
const servedLast = new Map<string, string>();

/** From this priority number on, rows are of batches. */
const BATCH_PRIORITY = 2;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Who may have how many rows of a claim; by default everybody as many as there is room for. */
export interface ClaimLimits {
  /** Rows that an account, by its UUID, may have at most. */
  readonly capacities?: ReadonlyMap<string, number>;
  /** Rows that each account outside `capacities` may have at most; by default as many as are claimed. */
  readonly defaultCapacity?: number;
  /** Rows of batches, which come last of all, that are claimed at most; by default as many as there is room for. */
  readonly batchRowsMax?: number;
}

/**
 * Claims up to `limit` rows of a queue for `leaseMs`: lower priority numbers first, and within one priority a row of each
 * account in turn, however many rows one account has waiting. Safe in any number of processes at once.
 */
export async function claimRows(
  db: Pool | PoolClient,
  queue: string,
  limit: number,
  leaseMs: number,
  { capacities = new Map(), defaultCapacity = limit, batchRowsMax = limit }: ClaimLimits = {},
): Promise<ClaimedRow[]> {
  await returnLapsed(db, queue);
  const { rows } = await db.query<ClaimedRow & { place: number }>({
    name: 'claim-rows',
    text: CLAIM,
    values: [
      queue,
      limit,
      leaseMs,
      servedLast.get(queue) ?? BEFORE_ALL,
      [...capacities.keys()],
      [...capacities.values()],
      batchRowsMax,
      defaultCapacity,
    ],
  });
  rows.sort((one, other) => one.place - other.place);
  const last = rows.at(-1);
  if (last !== undefined) servedLast.set(queue, last.accountUuid);
  return rows.map(({ place: _place, ...row }) => row);
}

/** Whether any row of a queue waits to be claimed. */
export async function hasWaiting(db: Pool | PoolClient, queue: string): Promise<boolean> {
  await returnLapsed(db, queue);
  const { rows } = await db.query<{ waits: boolean }>({
    name: 'has-waiting',
    text: `SELECT EXISTS (SELECT FROM outbox WHERE queue = $1 AND claimed_until = '-infinity') AS waits`,
    values: [queue],
  });
  return rows[0]?.waits === true;
}

const LAPSED_MAX = 1_000;

/** Lets rows wait again whose lease or pause has ended. */
async function returnLapsed(db: Pool | PoolClient, queue: string): Promise<void> {
  await db.query({
    name: 'return-lapsed',
    text: `
      UPDATE outbox
         SET claimed_until = '-infinity'
       WHERE id = ANY (ARRAY (
             SELECT id
               FROM outbox
              WHERE queue = $1 AND claimed_until > '-infinity' AND claimed_until < (SELECT app_now())
              ORDER BY claimed_until
              LIMIT ${LAPSED_MAX}
                FOR UPDATE SKIP LOCKED))`,
    values: [queue],
  });
}

/** Hops along the index from one account with waiting rows to the next, so far as a claim of `$2` rows can need. */
const nextAccountCte = (bound: string, round: number) => `
      (WITH RECURSIVE hops AS (
         (SELECT o.account_id, 1 AS hop
            FROM outbox o
           WHERE o.queue = $1 AND o.priority = l.priority AND o.claimed_until = '-infinity' AND ${bound}
           ORDER BY o.account_id
           LIMIT 1)
         UNION ALL
         SELECT following.account_id, h.hop + 1
           FROM hops h
          CROSS JOIN LATERAL (
                SELECT o.account_id
                  FROM outbox o
                 WHERE o.queue = $1 AND o.priority = l.priority AND o.claimed_until = '-infinity' AND ${bound}
                   AND o.account_id > h.account_id
                 ORDER BY o.account_id
                 LIMIT 1) following
          WHERE h.hop < $2 + (SELECT count(*) FROM rooms WHERE rows <= 0)
       )
       SELECT account_id, ${round} AS round FROM hops)`;

/**
 * What a claim reads is bounded by what it may take, not by how much or who waits: the index holds waiting rows alone, and
 * it visits no more accounts than rows are asked for. A turn begins behind the account that was served last.
 */
export const CLAIM = `
  WITH RECURSIVE clock AS MATERIALIZED (
    SELECT app_now() AS at
  ), rooms AS MATERIALIZED (
    SELECT account_id, rows FROM unnest($5::uuid[], $6::int[]) AS r (account_id, rows)
  ), levels AS (
    (SELECT priority FROM outbox WHERE queue = $1 AND claimed_until = '-infinity' ORDER BY priority LIMIT 1)
    UNION ALL
    SELECT following.priority
      FROM levels l
     CROSS JOIN LATERAL (
           SELECT o.priority
             FROM outbox o
            WHERE o.queue = $1 AND o.claimed_until = '-infinity' AND o.priority > l.priority
            ORDER BY o.priority
            LIMIT 1) following
  ), accounts AS (
    SELECT l.priority, ring.account_id, ring.round, least(coalesce(min(r.rows), $8), $2::int) AS room
      FROM levels l
     CROSS JOIN LATERAL (${nextAccountCte('o.account_id > $4::uuid', 0)}
       UNION ALL${nextAccountCte('o.account_id <= $4::uuid', 1)}
     ) ring
      LEFT JOIN rooms r ON r.account_id = ring.account_id
     GROUP BY l.priority, ring.account_id, ring.round
  ), of_accounts AS (
    SELECT mine.id, mine.turn, a.priority, a.round, a.account_id, a.room,
           row_number() OVER (PARTITION BY a.account_id ORDER BY a.priority, mine.turn) AS nth_of_account
      FROM accounts a
     CROSS JOIN LATERAL (
           SELECT o.id, row_number() OVER (ORDER BY o.id) AS turn
             FROM outbox o
            WHERE o.queue = $1 AND o.priority = a.priority AND o.account_id = a.account_id
              AND o.claimed_until = '-infinity'
            ORDER BY o.id
            LIMIT a.room) mine
  ), candidates AS (
    SELECT id, priority >= ${BATCH_PRIORITY} AS of_batch,
           row_number() OVER (ORDER BY priority, turn, round, account_id) AS place,
           row_number() OVER (PARTITION BY priority >= ${BATCH_PRIORITY}
                                  ORDER BY priority, turn, round, account_id) AS nth
      FROM of_accounts
     -- An account's room is one for all its priorities.
     WHERE nth_of_account <= room
  ), claimed AS MATERIALIZED (
    SELECT free.id, c.place
      FROM (SELECT id, place FROM candidates WHERE NOT of_batch OR nth <= $7 ORDER BY place) c
     CROSS JOIN LATERAL (
           SELECT o.id
             FROM outbox o
            WHERE o.id = c.id AND ${preventIndexUse("o.claimed_until = '-infinity'")}
              FOR UPDATE OF o SKIP LOCKED) free
     LIMIT $2
  ), taken AS MATERIALIZED (
    -- As an array, for which no planner reads the whole outbox, whatever it believes of the candidates.
    SELECT array_agg(id ORDER BY place) AS ids FROM claimed
  )
  UPDATE outbox o
     SET claimed_until = (SELECT at FROM clock) + $3 * interval '1 millisecond', claims = claims + 1
   WHERE o.id = ANY ((SELECT ids FROM taken)::uuid[])
  RETURNING o.id, o.topic, o.subject_id AS "subjectUuid", o.account_id AS "accountUuid", o.attempt,
            array_position((SELECT ids FROM taken), o.id) AS place`;
