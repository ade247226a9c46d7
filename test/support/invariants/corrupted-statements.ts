import { acc, type Corruption, changeLines, changeStatements, pur } from './corruption.ts';
import { EMPTY_DAY, FIRST_DAY } from './standard-history.ts';

const ERASURE = '01995e0f-0000-7000-8000-000000000001';

export const SEALED: readonly Corruption[] = [
  {
    what: 'a field of a line of a closed day was changed',
    invariant: 6,
    also: [],
    sql: ({ account }) =>
      changeLines(`UPDATE statement_lines SET reference = 'order-x'
                    WHERE seq = 2 AND account_id = ${acc(account)}`),
    row: ({ account }) => `${account} ${FIRST_DAY}`,
    why: /^its lines are not those that were sealed$/m,
  },
  {
    what: 'a new seal of a closed day does not follow the one before',
    invariant: 6,
    also: [],
    sql: ({ account }) => [
      `INSERT INTO erasures (id, account_id, pseudonym, sealed_number, requested_at, next_run_at)
       VALUES ('${ERASURE}', ${acc(account)}, '+999000000000001', '\\x00', app_now(), app_now())`,
      `INSERT INTO statement_reseals (account_id, day, number, erasure_id, former_seal, seal, lines, sealed_at)
       SELECT account_id, day, 1, '${ERASURE}', sha256('another'), seal, 1, app_now()
         FROM statements
        WHERE day = '${FIRST_DAY}' AND account_id = ${acc(account)}`,
    ],
    row: ({ account }) => `${account} ${FIRST_DAY}`,
    why: /^its seals do not follow one another$/m,
  },
  {
    what: 'the totals of a closed day were changed',
    invariant: 6,
    also: [],
    sql: ({ account }) =>
      changeStatements(`UPDATE statements SET totals = replace(totals::text,
        '"purchases_failed":{"count":2', '"purchases_failed":{"count":1')::json
        WHERE day = '${FIRST_DAY}' AND account_id = ${acc(account)}`),
    row: ({ account }) => `${account} ${FIRST_DAY}`,
    why: /purchases_failed says 1 with 0, a recount 2 with 0/,
  },
  {
    what: 'a closed day opens with another balance than the day before closed with',
    invariant: 6,
    also: [],
    sql: ({ account }) =>
      changeStatements(`UPDATE statements SET opening_balance = 5, closing_balance = 5
                         WHERE day = '${EMPTY_DAY}' AND account_id = ${acc(account)}`),
    row: ({ account }) => `${account} ${EMPTY_DAY}`,
    why: /opens with 5, but the day before closed with 99700/,
  },
  {
    what: 'opening balance and lines do not lead to the closing balance',
    invariant: 6,
    also: [],
    sql: ({ account }) =>
      changeStatements(`UPDATE statements SET closing_balance = 99701
                         WHERE day = '${FIRST_DAY}' AND account_id = ${acc(account)}`),
    row: ({ account }) => `${account} ${FIRST_DAY}`,
    why: /totals do not come to 99701; closes with 99701, but its lines lead to 99700/,
  },
  {
    what: 'a line was moved into a closed day',
    invariant: 6,
    also: [],
    sql: ({ account }) =>
      changeLines(`UPDATE statement_lines SET occurred_at = '${EMPTY_DAY} 12:00Z'
                    WHERE seq = 3 AND account_id = ${acc(account)}`),
    row: ({ account }) => `${account} ${EMPTY_DAY}`,
    why: /purchases_successful says 0 with 0, a recount 1 with -700; its lines are not/,
  },
  {
    what: 'a failure was moved out of a closed day',
    invariant: 6,
    also: [],
    sql: ({ refused }) => [
      `UPDATE purchases SET completed_at = completed_at + interval '2 days' WHERE id = ${pur(refused)}`,
    ],
    row: ({ account }) => `${account} ${FIRST_DAY}`,
    why: /purchases_failed says 2 with 0, a recount 1 with 0/,
  },
  {
    what: 'the seal itself was changed',
    invariant: 6,
    also: [],
    sql: ({ account }) =>
      changeStatements(`UPDATE statements SET seal = sha256('x')
                         WHERE day = '${EMPTY_DAY}' AND account_id = ${acc(account)}`),
    row: ({ account }) => `${account} ${EMPTY_DAY}`,
    why: /not those that were sealed/,
  },
];
