import { acc, type Corruption, changeLines } from './corruption.ts';
import { TODAY } from './standard-history.ts';

export const BALANCES: readonly Corruption[] = [
  {
    what: 'the available balance is below zero',
    invariant: 1,
    also: [3],
    sql: ({ account }) => [
      'ALTER TABLE accounts DROP CONSTRAINT accounts_available_check',
      `UPDATE accounts SET available = -1 WHERE id = ${acc(account)}`,
    ],
    row: ({ account }) => account,
    why: /available is -1/,
  },
  {
    what: 'the held balance is below zero',
    invariant: 1,
    also: [2, 3],
    sql: ({ account }) => [
      'ALTER TABLE accounts DROP CONSTRAINT accounts_held_check',
      `UPDATE accounts SET held = -1 WHERE id = ${acc(account)}`,
    ],
    row: ({ account }) => account,
    why: /held is -1/,
  },
  {
    what: 'a hold was not released',
    invariant: 2,
    also: [],
    sql: ({ account }) => [
      `UPDATE accounts SET held = held + 500, available = available - 500 WHERE id = ${acc(account)}`,
    ],
    row: ({ account }) => account,
    why: /held is 3500, but its 2 pending purchases come to 3000/,
  },
  {
    what: 'money appeared without a line',
    invariant: 3,
    also: [],
    sql: ({ account }) => [`UPDATE accounts SET available = available + 7 WHERE id = ${acc(account)}`],
    row: ({ account }) => account,
    why: /available plus held is 99257, its lines come to 99250, and its last line says 99250/,
  },
  {
    what: 'the last line has another balance',
    invariant: 3,
    also: [4],
    sql: ({ account }) =>
      changeLines(
        `UPDATE statement_lines SET balance_after = 1 WHERE seq = 5 AND account_id = ${acc(account)}`,
      ),
    row: ({ account }) => account,
    why: /its last line says 1$/m,
  },
];

export const LINES: readonly Corruption[] = [
  {
    what: 'a number is missing in the sequence',
    invariant: 4,
    also: [],
    sql: ({ account }) => [
      ...changeLines(`UPDATE statement_lines SET seq = 6 WHERE seq = 5 AND account_id = ${acc(account)}`),
      `UPDATE accounts SET line_seq = 6 WHERE id = ${acc(account)}`,
    ],
    row: ({ lines }) => lines[4] ?? '',
    why: /line 6 follows line 4 \(acc_/,
  },
  {
    what: 'a balance in the middle was miscounted',
    invariant: 4,
    also: [],
    sql: ({ account }) =>
      changeLines(
        `UPDATE statement_lines SET balance_after = 99001 WHERE seq = 3 AND account_id = ${acc(account)}`,
      ),
    row: ({ lines }) => lines[2] ?? '',
    why: /line 3 moves 99700 by -700 and says 99001/,
  },
  {
    what: 'a line is dated before the one before it',
    invariant: 4,
    also: [],
    sql: ({ account }) =>
      changeLines(`UPDATE statement_lines SET occurred_at = '${TODAY} 09:00Z'
                    WHERE seq = 4 AND account_id = ${acc(account)}`),
    row: ({ lines }) => lines[3] ?? '',
    why: /line 4 is dated before/,
  },
  {
    what: 'the last line is gone',
    invariant: 4,
    also: [3],
    sql: ({ account }) =>
      changeLines(`DELETE FROM statement_lines WHERE seq = 5 AND account_id = ${acc(account)}`),
    row: ({ account }) => account,
    why: /counts 5 lines, but the last one is line 4/,
  },
];
