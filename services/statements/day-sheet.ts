import type { AccountReader } from '../../db/account-reads.ts';
import { readClosedDays } from '../../db/statements/closed-days.ts';
import type { AccountId } from '../../domain/ids.ts';
import { decimalsOf, majorUnits } from '../../domain/money/amount.ts';
import { daysFrom, STATEMENT_DAYS_MAX, type Statement, type UtcDay } from '../../domain/money/statement.ts';
import { type NewSheet, type SheetColumn, TEXT } from '../sheets/sheet.ts';

/** The days of a sheet, and how it writes their amounts. */
interface DaysRequest {
  readonly accountId: AccountId;
  readonly currency: string;
  readonly day: UtcDay;
  readonly lastDay: UtcDay;
  readonly amounts: 'minor' | 'major';
}

/** Reads the statement of a day that is not closed, as a client would; null for a day without one. */
export type ReadOpenDay = (day: UtcDay) => Promise<Statement | null>;

/** Columns of amounts, in the order in which they lead from the opening to the closing balance. */
const AMOUNTS: readonly (readonly [name: string, of: (statement: Statement) => number | null])[] = [
  ['opening_balance', ({ openingBalance }) => openingBalance],
  ['purchases_successful', ({ totals }) => totals.purchases_successful.amount],
  ['reversals', ({ totals }) => totals.reversals.amount],
  ['funding', ({ totals }) => totals.funding.amount],
  ['adjustments', ({ totals }) => totals.adjustments.amount],
  ['closing_balance', ({ closingBalance }) => closingBalance],
];

/** The books of each day: its balances, its totals and how many purchases failed. */
export function daySheet(reads: AccountReader, request: DaysRequest, readOpen: ReadOpenDay): NewSheet {
  const { currency, amounts } = request;
  const text = (name: string, width: number): SheetColumn => ({ name, width, format: TEXT });
  const amount = (name: string): SheetColumn =>
    amounts === 'minor'
      ? text(name, 24)
      : { name: `${name}_major`, width: 26, format: { kind: 'amount', decimals: decimalsOf(currency) } };
  return {
    name: 'Days',
    columns: [
      text('date', 12),
      text('status', 10),
      text('currency', 10),
      ...AMOUNTS.map(([name]) => amount(name)),
      text('purchases_failed_count', 24),
    ],
    rows: dayRows(reads, request, readOpen),
  };
}

async function* dayRows(
  reads: AccountReader,
  request: DaysRequest,
  readOpen: ReadOpenDay,
): AsyncGenerator<string[][]> {
  const decimals = decimalsOf(request.currency);
  const write = (amount: number | null) => {
    if (amount === null) return '';
    return request.amounts === 'major' ? majorUnits(amount, decimals) : String(amount);
  };
  yield (await readDays(reads, request, readOpen)).map((statement) => [
    statement.day,
    statement.status,
    statement.currency,
    ...AMOUNTS.map(([, of]) => write(of(statement))),
    String(statement.totals.purchases_failed.count),
  ]);
}

/** The statements of the days that have one, oldest first. Days that are still open are few: today, and rarely some before. */
async function readDays(
  reads: AccountReader,
  { accountId, day, lastDay }: DaysRequest,
  readOpen: ReadOpenDay,
): Promise<readonly Statement[]> {
  const range = { from: day, to: lastDay };
  const closed = await readClosedDays(reads, accountId, range, null, STATEMENT_DAYS_MAX);
  const known = new Map(closed.map((statement) => [statement.day, statement]));
  const days: Statement[] = [];
  for (const each of daysFrom(day, lastDay)) {
    const statement = known.get(each) ?? (await readOpen(each));
    if (statement !== null) days.push(statement);
  }
  return days;
}
