import type { Rule } from '../../db/statements/verify.ts';

const ALL_ACCOUNTS = `SELECT count(*) AS count FROM accounts WHERE $1::uuid IS NULL OR id = $1`;

/** Invariant 1. The schema's CHECKs say the same; a restored or repaired database may have lost them. */
export const NO_NEGATIVE_BALANCE: Rule = {
  checked: ALL_ACCOUNTS,
  broken: `
    SELECT 'acc' AS kind, id AS uuid, NULL::uuid AS account,
           format('available is %s and held is %s', available, held) AS why
      FROM accounts
     WHERE (available < 0 OR held < 0)
       AND ($1::uuid IS NULL OR id = $1)
     ORDER BY id`,
};

/** Invariant 2. */
export const HELD_IS_PENDING: Rule = {
  checked: ALL_ACCOUNTS,
  broken: `
    SELECT 'acc' AS kind, a.id AS uuid, NULL::uuid AS account,
           format('held is %s, but its %s pending purchases come to %s',
                  a.held, coalesce(p.count, 0), coalesce(p.price, 0)) AS why
      FROM accounts a
      LEFT JOIN (SELECT account_id, count(*) AS count, sum(price) AS price
                   FROM purchases
                  WHERE status = 'pending'
                    AND ($1::uuid IS NULL OR account_id = $1)
                  GROUP BY account_id) p ON p.account_id = a.id
     WHERE a.held <> coalesce(p.price, 0)
       AND ($1::uuid IS NULL OR a.id = $1)
     ORDER BY a.id`,
};

/** Invariant 3. */
export const BALANCE_IS_ITS_LINES: Rule = {
  checked: ALL_ACCOUNTS,
  broken: `
    SELECT 'acc' AS kind, a.id AS uuid, NULL::uuid AS account,
           format('available plus held is %s, its lines come to %s, and its last line says %s',
                  a.available + a.held, coalesce(l.amount, 0), coalesce(last.balance_after, 0)) AS why
      FROM accounts a
      LEFT JOIN (SELECT account_id, sum(amount) AS amount, max(seq) AS last_seq
                   FROM statement_lines
                  WHERE $1::uuid IS NULL OR account_id = $1
                  GROUP BY account_id) l ON l.account_id = a.id
      LEFT JOIN statement_lines last ON last.account_id = a.id AND last.seq = l.last_seq
     WHERE (a.available + a.held <> coalesce(l.amount, 0)
         OR a.available + a.held <> coalesce(last.balance_after, 0))
       AND ($1::uuid IS NULL OR a.id = $1)
     ORDER BY a.id`,
};

/** Invariant 4, the account's own count of its lines included: a lost last line leaves no gap behind it. */
export const LINES_FOLLOW_ONE_ANOTHER: Rule = {
  checked: `SELECT count(*) AS count FROM statement_lines WHERE $1::uuid IS NULL OR account_id = $1`,
  broken: `
    SELECT 'stl' AS kind, id AS uuid, account_id AS account,
           CASE WHEN seq <> previous_seq + 1 THEN format('line %s follows line %s', seq, previous_seq)
                WHEN balance_after <> previous_balance + amount
                THEN format('line %s moves %s by %s and says %s', seq, previous_balance, amount, balance_after)
                ELSE format('line %s is dated before the line before it', seq)
           END AS why
      FROM (SELECT id, account_id, seq, amount, balance_after, occurred_at,
                   lag(seq, 1, 0::bigint) OVER in_order AS previous_seq,
                   lag(balance_after, 1, 0::bigint) OVER in_order AS previous_balance,
                   lag(occurred_at, 1, '-infinity') OVER in_order AS previous_time
              FROM statement_lines
             WHERE $1::uuid IS NULL OR account_id = $1
            WINDOW in_order AS (PARTITION BY account_id ORDER BY seq)) lines
     WHERE seq <> previous_seq + 1
        OR balance_after <> previous_balance + amount
        OR occurred_at < previous_time
     UNION ALL
    SELECT 'acc', a.id, NULL, format('counts %s lines, but the last one is line %s', a.line_seq, last.seq)
      FROM accounts a
     CROSS JOIN LATERAL (SELECT coalesce(max(seq), 0) AS seq
                           FROM statement_lines
                          WHERE account_id = a.id) last
     WHERE a.line_seq <> last.seq
       AND ($1::uuid IS NULL OR a.id = $1)`,
};
