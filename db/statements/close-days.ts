import type { Pool } from 'pg';
import { type AccountId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { isUtcDay, type StatementTotals, toDayBounds, type UtcDay } from '../../domain/money/statement.ts';
import { lockAccount } from '../accounts/lock.ts';
import { inTransaction } from '../transaction.ts';
import { BOOKS_OF_DAY } from './books-of-day.ts';

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** 00:00 UTC of today by SQL's clock. */
const MIDNIGHT = `date_trunc('day', (SELECT app_now()), 'UTC')`;

/** When an account's first day is: a clock that stepped back may have booked before it was opened. */
const OPENED_AT = `
  least(a.created_at, (SELECT occurred_at FROM statement_lines WHERE account_id = a.id AND seq = 1))`;

/** Days are closed in order, so an account with a statement of yesterday, or opened today, has nothing to close. */
const TO_CLOSE = `
  ${OPENED_AT} < ${MIDNIGHT}
  AND NOT EXISTS (SELECT FROM statements s
                   WHERE s.account_id = a.id AND s.day = (${MIDNIGHT} AT TIME ZONE 'UTC')::date - 1)`;

/** Accounts that have an ended day to close, in order of id, from behind `after`. */
export async function findAccountsToClose(
  db: Pool,
  after: AccountId | null,
  limit: number,
): Promise<AccountId[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'accounts-to-close',
    text: `SELECT a.id FROM accounts a WHERE a.id > $1 AND ${TO_CLOSE} ORDER BY a.id LIMIT $2`,
    values: [after === null ? BEFORE_ALL : uuidOf('acc', after), limit],
  });
  return rows.map(({ id }) => idFromUuid('acc', id));
}

/** How many accounts have an ended day that is not closed yet. */
export async function countAccountsToClose(db: Pool): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'count-accounts-to-close',
    text: `SELECT count(*) AS count FROM accounts a WHERE ${TO_CLOSE}`,
  });
  return rows[0]?.count ?? 0;
}

/**
 * Draws the line under the days that have ended, under the account's lock. Every movement before it is
 * committed, because it took the same lock. No later one will be dated before today, even if the clock steps
 * back. Returns the days that have no statement yet, in order.
 */
export async function endDays(pool: Pool, accountId: AccountId): Promise<UtcDay[]> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    // A separate statement: the clock is read after the lock.
    const { rows } = await tx.query<{ day: string }>({
      name: 'end-days',
      text: `
        WITH ended AS (
          UPDATE accounts SET sealed_until = greatest(sealed_until, ${MIDNIGHT}) WHERE id = $1
          RETURNING (sealed_until AT TIME ZONE 'UTC')::date AS until
        ), first AS (
          SELECT coalesce((SELECT max(day) + 1 FROM statements WHERE account_id = $1),
                          (${OPENED_AT} AT TIME ZONE 'UTC')::date) AS day
            FROM accounts a
           WHERE a.id = $1
        )
        SELECT d.day::date::text AS day
          FROM ended, first, generate_series(first.day::timestamp, ended.until - interval '1 day', '1 day') AS d (day)
         ORDER BY d.day`,
      values: [uuidOf('acc', accountId)],
    });
    return rows.map(({ day }) => readDay(day));
  });
}

/** What the rows show of an ended day, without its lines. */
export interface EndedDay {
  /** Available plus held before its first movement. */
  readonly openingBalance: number;
  /** Available plus held after its last movement. */
  readonly closingBalance: number;
  readonly failedCount: number;
}

/** Reads it; the day's line must be drawn, so that nothing can be added. */
export async function readEndedDay(db: Pool, accountId: AccountId, day: UtcDay): Promise<EndedDay> {
  const { start, end } = toDayBounds(day);
  const { rows } = await db.query<EndedDay>({
    name: 'read-ended-day',
    text: `
      SELECT ${BOOKS_OF_DAY.opening} AS "openingBalance", ${BOOKS_OF_DAY.closing} AS "closingBalance",
             ${BOOKS_OF_DAY.failed} AS "failedCount"`,
    values: [uuidOf('acc', accountId), start, end],
  });
  if (rows[0] === undefined) throw new TypeError('a query without FROM has a row');
  return rows[0];
}

export interface ClosedDay {
  readonly day: UtcDay;
  readonly openingBalance: number;
  readonly closingBalance: number;
  readonly totals: StatementTotals;
  readonly seal: Buffer;
}

/** Stores a closed statement; false when another has done so meanwhile. */
export async function insertStatement(db: Pool, accountId: AccountId, closed: ClosedDay): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'insert-statement',
    text: `
      INSERT INTO statements (account_id, day, opening_balance, closing_balance, totals, seal, closed_at)
      VALUES ($1, $2, $3, $4, $5, $6, (SELECT app_now()))
      ON CONFLICT (account_id, day) DO NOTHING`,
    values: [
      uuidOf('acc', accountId),
      closed.day,
      closed.openingBalance,
      closed.closingBalance,
      JSON.stringify(closed.totals),
      closed.seal,
    ],
  });
  return rowCount === 1;
}

function readDay(text: string): UtcDay {
  if (!isUtcDay(text)) throw new TypeError(`not a day: ${text}`);
  return text;
}
