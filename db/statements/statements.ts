import { type AccountId, uuidOf } from '../../domain/ids.ts';
import { minorUnits } from '../../domain/money/money.ts';
import {
  addMovements,
  type Movement,
  type Statement,
  type StatementTotals,
  toDayBounds,
  totalsWithoutMovements,
  toUtcDay,
  type UtcDay,
} from '../../domain/money/statement.ts';
import type { Reader } from '../account-reads.ts';
import { BOOKS_OF_DAY } from './books-of-day.ts';

/**
 * An account's statement of a day; null for a day before the account's first or after today, or without such an account.
 * Today is never before the last movement, though the clock may have stepped back. A past day that is not yet sealed is open.
 */
export async function readStatement(
  db: Reader,
  accountId: AccountId,
  day: UtcDay,
): Promise<Statement | null> {
  const row = await readDay(db, accountId, day);
  if (row === null) return null;

  const { currency } = row;
  if (row.opening_balance === null || row.closing_balance === null || row.totals === null) {
    return {
      status: 'open',
      day,
      currency,
      closingBalance: null,
      ...(await readOpenDay(db, accountId, day)),
    };
  }
  const { opening_balance: openingBalance, closing_balance: closingBalance, totals } = row;
  return { status: 'closed', day, currency, openingBalance, closingBalance, totals };
}

/** Whether an account has a statement of a day, open or closed: from its first day to today. */
export async function hasStatement(db: Reader, accountId: AccountId, day: UtcDay): Promise<boolean> {
  return (await readDay(db, accountId, day)) !== null;
}

async function readDay(db: Reader, accountId: AccountId, day: UtcDay): Promise<DayRow | null> {
  const { rows } = await db.query<DayRow>({
    name: 'read-statement-day',
    text: `
      SELECT a.currency, least(a.created_at, first.occurred_at) AS opened_at,
             greatest(clock.at, a.last_movement_at, a.sealed_until) AS now, s.opening_balance, s.closing_balance, s.totals
        FROM (SELECT app_now() AS at) clock
        JOIN accounts a ON a.id = $1
        LEFT JOIN statement_lines first ON first.account_id = a.id AND first.seq = 1
        LEFT JOIN statements s ON s.account_id = a.id AND s.day = $2`,
    values: [uuidOf('acc', accountId), day],
  });
  const row = rows[0];
  return row === undefined || day < toUtcDay(row.opened_at) || day > toUtcDay(row.now) ? null : row;
}

interface DayRow {
  readonly currency: string;
  readonly opened_at: Date;
  readonly now: Date;
  readonly opening_balance: number | null;
  readonly closing_balance: number | null;
  readonly totals: StatementTotals | null;
}

/** One statement and so one snapshot: opening, movements and running balance always agree. */
async function readOpenDay(
  db: Reader,
  accountId: AccountId,
  day: UtcDay,
): Promise<{ openingBalance: number; runningBalance: number; totals: StatementTotals }> {
  const { start, end } = toDayBounds(day);
  const { rows } = await db.query<OpenDayRow>({
    name: 'read-open-day',
    text: OPEN_DAY,
    values: [uuidOf('acc', accountId), start, end],
  });
  const { opening, running, failed, movements } = rows[0] ?? NO_MOVEMENTS;
  const totals = addMovements(totalsWithoutMovements(failed), movements);
  return { openingBalance: minorUnits(opening), runningBalance: minorUnits(running), totals };
}

interface OpenDayRow {
  readonly opening: number;
  readonly running: number;
  readonly failed: number;
  readonly movements: readonly Movement[];
}

const NO_MOVEMENTS: OpenDayRow = { opening: 0, running: 0, failed: 0, movements: [] };

const OPEN_DAY = `
  SELECT ${BOOKS_OF_DAY.opening} AS opening,
         ${BOOKS_OF_DAY.closing} AS running,
         ${BOOKS_OF_DAY.failed} AS failed,
         (SELECT coalesce(json_agg(m), '[]')
            FROM (SELECT type, count(*) AS count, sum(amount) AS amount
                    FROM statement_lines
                   WHERE account_id = $1 AND occurred_at >= $2 AND occurred_at < $3
                   GROUP BY type) m) AS movements`;
