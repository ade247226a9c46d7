import { STATEMENT_COLUMNS, STATEMENT_HEADER, writeStatementLines } from '../../contract/statement-csv.ts';
import type { AccountReader } from '../../db/account-reads.ts';
import { streamLineText } from '../../db/statements/text.ts';
import type { AccountId } from '../../domain/ids.ts';
import { decimalsOf, majorUnits } from '../../domain/money/amount.ts';
import type { UtcDay } from '../../domain/money/statement.ts';
import { type NewSheet, type SheetColumn, TEXT } from '../sheets/sheet.ts';
import { daySheet, type ReadOpenDay } from './day-sheet.ts';

/** The lines that a file has, and how it writes their amounts. */
export interface StatementRequest {
  readonly accountId: AccountId;
  readonly currency: string;
  readonly day: UtcDay;
  /** The last day of the file; `day` for one day. */
  readonly lastDay: UtcDay;
  readonly amounts: 'minor' | 'major';
}

const WIDTHS: Readonly<Record<(typeof STATEMENT_COLUMNS)[number], number>> = {
  line_id: 32,
  type: 12,
  occurred_at: 25,
  purchase_id: 32,
  reference: 24,
  phone_number: 18,
  bundle_id: 28,
  amount: 16,
  currency: 10,
  balance_after: 20,
};

/** All lines of the days as CSV, page by page. */
export async function* statementCsv(
  reads: AccountReader,
  request: StatementRequest,
): AsyncGenerator<string | Buffer> {
  const { accountId, day, lastDay, amounts } = request;
  if (amounts === 'minor') {
    yield STATEMENT_HEADER;
    for await (const page of streamLineText(reads, accountId, day, lastDay)) yield writeStatementLines(page);
    return;
  }
  const write = (rows: readonly (readonly string[])[]) => rows.map((row) => `${row.join(',')}\n`).join('');
  yield write([columnsOf(request).map(({ name }) => name)]);
  for await (const rows of linePages(reads, request)) yield write(rows);
}

/** The lines of the days as a sheet. A file of several days has a second one, with the books of each day. */
export function statementSheets(
  reads: AccountReader,
  request: StatementRequest,
  readOpen: ReadOpenDay,
): NewSheet[] {
  const { day, lastDay } = request;
  const lines = { columns: columnsOf(request), rows: linePages(reads, request) };
  if (day === lastDay) return [{ ...lines, name: `Statement ${day}` }];
  return [{ ...lines, name: `${day} to ${lastDay}` }, daySheet(reads, request, readOpen)];
}

/** In major units, the columns of amounts have other names, so that no program takes one for the other. */
function columnsOf({ currency, amounts }: StatementRequest): SheetColumn[] {
  return STATEMENT_COLUMNS.map((name): SheetColumn => {
    const column = { name, width: WIDTHS[name], format: TEXT };
    if (amounts === 'minor' || !isAmount(name)) return column;
    return { ...column, name: `${name}_major`, format: { kind: 'amount', decimals: decimalsOf(currency) } };
  });
}

async function* linePages(
  reads: AccountReader,
  { accountId, currency, day, lastDay, amounts }: StatementRequest,
): AsyncGenerator<string[][]> {
  const decimals = decimalsOf(currency);
  const inMajor = STATEMENT_COLUMNS.map((name) => amounts === 'major' && isAmount(name));
  for await (const page of streamLineText(reads, accountId, day, lastDay)) {
    const lines = writeStatementLines(page).toString('latin1').split('\n');
    lines.pop();
    yield lines.map((line) =>
      line
        .split(',')
        .map((text, index) => (inMajor[index] === true ? majorUnits(Number(text), decimals) : text)),
    );
  }
}

function isAmount(name: string): boolean {
  return name === 'amount' || name === 'balance_after';
}
