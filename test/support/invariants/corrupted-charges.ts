import { acc, type Corruption, changeLines, changeStatements, pur } from './corruption.ts';
import { FIRST_DAY, TODAY } from './standard-history.ts';

export const CHARGES: readonly Corruption[] = [
  {
    what: 'the price of a charged purchase differs from its line',
    invariant: 5,
    also: [],
    sql: ({ successful }) => [`UPDATE purchases SET price = 701 WHERE id = ${pur(successful)}`],
    row: ({ successful }) => successful,
    why: /successful at 701, but charged 1 time\(s\) with -700/,
  },
  {
    what: 'a failed purchase is marked successful and was never charged',
    invariant: 5,
    also: [7, 9],
    sql: ({ refused }) => [
      `UPDATE purchases SET status = 'successful', failure_code = NULL, confirmed_at = completed_at,
                            completed_at = '${TODAY} 08:00Z' WHERE id = ${pur(refused)}`,
      // Its sealed day counted it as failed; adjust that, so that only the charge is wrong.
      ...changeStatements(`UPDATE statements SET totals = replace(totals::text,
        '"purchases_failed":{"count":2', '"purchases_failed":{"count":1')::json WHERE day = '${FIRST_DAY}'`),
    ],
    row: ({ refused }) => refused,
    why: /successful at 500, but charged 0 time\(s\)/,
  },
  {
    what: 'a purchase was charged twice',
    invariant: 5,
    also: [],
    sql: ({ account, successful }) => [
      'ALTER TABLE statement_lines DROP CONSTRAINT statement_lines_purchase_id_type_key',
      `INSERT INTO statement_lines (account_id, seq, id, type, occurred_at, amount, currency, balance_after, purchase_id)
       VALUES (${acc(account)}, 6, gen_random_uuid(), 'purchase', '${TODAY} 17:00Z', -700, 'NGN', 98550, ${pur(successful)})`,
      `UPDATE accounts SET line_seq = 6, available = available - 700 WHERE id = ${acc(account)}`,
    ],
    row: ({ successful }) => successful,
    why: /charged 2 time\(s\) with -1400/,
  },
  {
    what: 'a pending purchase was already charged',
    invariant: 5,
    also: [],
    sql: ({ account, running }) => [
      `INSERT INTO statement_lines (account_id, seq, id, type, occurred_at, amount, currency, balance_after, purchase_id)
       VALUES (${acc(account)}, 6, gen_random_uuid(), 'purchase', '${TODAY} 17:00Z', -2000, 'NGN', 97250, ${pur(running)})`,
      `UPDATE accounts SET line_seq = 6, available = available - 2000 WHERE id = ${acc(account)}`,
    ],
    row: ({ running }) => running,
    why: /pending at 2000, but charged 1 time\(s\)/,
  },
  {
    what: 'a reversed purchase was refunded with another amount',
    invariant: 5,
    also: [],
    sql: ({ account, reversed }) => [
      ...changeLines(`UPDATE statement_lines SET amount = 200, balance_after = 99200
                       WHERE type = 'reversal' AND purchase_id = ${pur(reversed)}`),
      ...changeLines(`UPDATE statement_lines SET balance_after = 99150
                       WHERE seq = 5 AND account_id = ${acc(account)}`),
      `UPDATE accounts SET available = available - 100 WHERE id = ${acc(account)}`,
    ],
    row: ({ reversed }) => reversed,
    why: /refunded 1 time\(s\) with 200/,
  },
  {
    what: 'a failed purchase was charged',
    invariant: 5,
    also: [],
    sql: ({ account, refused }) => [
      `INSERT INTO statement_lines (account_id, seq, id, type, occurred_at, amount, currency, balance_after, purchase_id)
       VALUES (${acc(account)}, 6, gen_random_uuid(), 'purchase', '${TODAY} 17:00Z', -500, 'NGN', 98750, ${pur(refused)})`,
      `UPDATE accounts SET line_seq = 6, available = available - 500 WHERE id = ${acc(account)}`,
    ],
    row: ({ refused }) => refused,
    why: /failed at 500, but charged 1 time\(s\) with -500/,
  },
  {
    what: 'a successful purchase was refunded',
    invariant: 5,
    also: [],
    sql: ({ account, successful }) => [
      `INSERT INTO statement_lines (account_id, seq, id, type, occurred_at, amount, currency, balance_after, purchase_id)
       VALUES (${acc(account)}, 6, gen_random_uuid(), 'reversal', '${TODAY} 17:00Z', 700, 'NGN', 99950, ${pur(successful)})`,
      `UPDATE accounts SET line_seq = 6, available = available + 700 WHERE id = ${acc(account)}`,
    ],
    row: ({ successful }) => successful,
    why: /successful at 700, but charged 1 time\(s\) with -700 and refunded 1 time\(s\) with 700/,
  },
  {
    what: 'a reversed purchase was never refunded',
    invariant: 5,
    also: [7],
    sql: ({ successful }) => [
      `UPDATE purchases SET status = 'reversed', reversed_at = '${TODAY} 12:00Z', reversal_reason = 'none'
        WHERE id = ${pur(successful)}`,
    ],
    row: ({ successful }) => successful,
    why: /reversed at 700, but charged 1 time\(s\) with -700 and refunded 0 time\(s\)/,
  },
  {
    what: 'a line charges a purchase of another account',
    invariant: 5,
    also: [10, 11],
    sql: ({ account, otherSuccessful }) => [
      `UPDATE purchases SET account_id = ${acc(account)} WHERE id = ${pur(otherSuccessful)}`,
      `UPDATE events SET account_id = ${acc(account)} WHERE subject_id = ${pur(otherSuccessful)}`,
    ],
    row: ({ otherSuccessful }) => otherSuccessful,
    why: /unknown to the account/,
  },
];
