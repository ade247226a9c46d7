import { preventIndexUse } from '../prevent-index-use.ts';

/** From this priority number on, rows are of batches. */
const BATCH_PRIORITY = 2;

/** A row of the queue that no process holds. The index outbox_waiting has no other rows. */
const WAITING = `o.queue = $1 AND o.claimed_until = '-infinity'`;

/**
 * The accounts of one range of ids that have waiting rows of the priority `p.priority`, in order. Each step
 * finds the next one in the index, so that the rows in between are not read. It takes as many steps as a claim
 * can need: one per row that it may take, and one per account that may have none.
 * @param range a condition on `o.account_id`
 * @param lap 0 for the accounts behind the one served last, 1 for those before it
 */
const accountsWithin = (range: string, lap: 0 | 1) => `
           (WITH RECURSIVE steps AS (
              (SELECT o.account_id, 1 AS step
                 FROM outbox o
                WHERE ${WAITING} AND o.priority = p.priority AND ${range}
                ORDER BY o.account_id
                LIMIT 1)
              UNION ALL
              SELECT following.account_id, s.step + 1
                FROM steps s
               CROSS JOIN LATERAL (
                     SELECT o.account_id
                       FROM outbox o
                      WHERE ${WAITING} AND o.priority = p.priority AND ${range}
                        AND o.account_id > s.account_id
                      ORDER BY o.account_id
                      LIMIT 1) following
               WHERE s.step < $2 + (SELECT count(*) FROM capacities WHERE capacity <= 0)
            )
            SELECT account_id, ${lap} AS lap FROM steps)`;

/**
 * Claims rows of a queue. Parameters: $1 queue; $2 rows at most; $3 lease in ms; $4 account served last, as a
 * UUID; $5 and $6 accounts with a separate capacity, and these capacities; $7 rows of batches at most; $8
 * capacity of all other accounts. The rows come back in any order; `place` is their order.
 *
 * What a claim reads is bounded by what it may take, not by how much waits. The index holds only waiting rows,
 * and no more accounts are visited than rows are claimed. Step by step:
 *
 * 1. `priorities`: those that have waiting rows.
 * 2. `accounts`: within each, the accounts with waiting rows, beginning behind the one that was served last.
 * 3. `oldest_rows`: of each account the oldest rows, as many as its capacity.
 * 4. `candidates`: these in the order in which they are taken: by priority, then a row of each account in turn.
 * 5. `locked`: the first of them that no other process is just claiming.
 * 6. The `UPDATE` leases them.
 */
export const CLAIM = `
  WITH RECURSIVE clock AS MATERIALIZED (
    SELECT app_now() AS at
  ),
  capacities AS MATERIALIZED (
    SELECT account_id, capacity FROM unnest($5::uuid[], $6::int[]) AS c (account_id, capacity)
  ),
  -- 1. Each step finds the next priority in the index.
  priorities AS (
    (SELECT o.priority FROM outbox o WHERE ${WAITING} ORDER BY o.priority LIMIT 1)
    UNION ALL
    SELECT following.priority
      FROM priorities p
     CROSS JOIN LATERAL (
           SELECT o.priority
             FROM outbox o
            WHERE ${WAITING} AND o.priority > p.priority
            ORDER BY o.priority
            LIMIT 1) following
  ),
  -- 2. First the accounts behind the one served last, then the others from the beginning.
  accounts AS (
    SELECT p.priority, ring.account_id, ring.lap, least(coalesce(min(c.capacity), $8), $2::int) AS capacity
      FROM priorities p
     CROSS JOIN LATERAL (${accountsWithin('o.account_id > $4::uuid', 0)}
            UNION ALL${accountsWithin('o.account_id <= $4::uuid', 1)}
           ) ring
      LEFT JOIN capacities c ON c.account_id = ring.account_id
     GROUP BY p.priority, ring.account_id, ring.lap
  ),
  -- 3. turn counts an account's rows within the priority, nth_of_account within all priorities. With BETWEEN, only
  -- outbox_waiting has this order. With =, a plan kept from when the outbox was empty read all rows in the order of id.
  oldest_rows AS (
    SELECT oldest.id, oldest.turn, a.priority, a.lap, a.account_id, a.capacity,
           row_number() OVER (PARTITION BY a.account_id ORDER BY a.priority, oldest.turn) AS nth_of_account
      FROM accounts a
     CROSS JOIN LATERAL (
           SELECT o.id, row_number() OVER (ORDER BY o.account_id, o.id) AS turn
             FROM outbox o
            WHERE ${WAITING} AND o.priority = a.priority AND o.account_id BETWEEN a.account_id AND a.account_id
            ORDER BY o.account_id, o.id
            LIMIT a.capacity) oldest
  ),
  -- 4. An account's capacity is one for all its priorities.
  candidates AS (
    SELECT id, priority >= ${BATCH_PRIORITY} AS of_batch,
           row_number() OVER (ORDER BY priority, turn, lap, account_id) AS place,
           row_number() OVER (PARTITION BY priority >= ${BATCH_PRIORITY}
                                  ORDER BY priority, turn, lap, account_id) AS nth
      FROM oldest_rows
     WHERE nth_of_account <= capacity
  ),
  -- 5. Locks one row after the other and stops at the limit; a row that another process has locked does not count.
  locked AS MATERIALIZED (
    SELECT free.id, c.place
      FROM (SELECT id, place FROM candidates WHERE NOT of_batch OR nth <= $7 ORDER BY place) c
     CROSS JOIN LATERAL (
           SELECT o.id
             FROM outbox o
            WHERE o.id = c.id AND ${preventIndexUse("o.claimed_until = '-infinity'")}
              FOR UPDATE OF o SKIP LOCKED) free
     LIMIT $2
  ),
  -- As an array: no planner reads the whole outbox for it, even with wrong estimates of the candidates.
  claimed AS MATERIALIZED (
    SELECT array_agg(id ORDER BY place) AS ids FROM locked
  )
  -- 6. The lease: until it ends, no other claim takes these rows.
  UPDATE outbox o
     SET claimed_until = (SELECT at FROM clock) + $3 * interval '1 millisecond', claims = claims + 1
   WHERE o.id = ANY ((SELECT ids FROM claimed)::uuid[])
  RETURNING o.id, o.topic, o.subject_id AS "subjectUuid", o.account_id AS "accountUuid", o.attempt,
            array_position((SELECT ids FROM claimed), o.id) AS place`;
