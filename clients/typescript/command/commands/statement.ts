import { type Client, readStatementFile, type Statement, StatementMismatchError } from '../../src/index.ts';
import { wrongUsage } from '../failure.ts';
import { fields, moneyText, table } from '../show/layout.ts';
import type { Command, Given, Session, Shown } from '../spec.ts';
import type { Terminal } from '../terminal.ts';

/** `statement`: one UTC day. */
export const STATEMENT: Command = {
  name: 'statement',
  args: ['DAY'],
  summary: 'Shows the statement of a UTC day (YYYY-MM-DD), or prints its lines as CSV.',
  options: { csv: { kind: 'flag', help: 'print all lines as CSV, and check that they add up' } },
  notes: `With --csv, the lines of a closed day are added up. If the sum is wrong, or the download breaks off, the
command ends with a code other than 0. Do not use the file in that case.

  bundlewire-client statement 2026-11-20 --csv > 2026-11-20.csv`,
  run: show,
};

async function show({ terminal, json, api }: Session, given: Given): Promise<Shown | null> {
  const [day = ''] = given.args;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw wrongUsage(`${day} is not a date. Write it as YYYY-MM-DD.`);
  if (given.flag('csv') && json) throw wrongUsage('Give either --csv or --json.');
  const client = api();
  const statement = await client.statements.get(day);
  if (!given.flag('csv')) return { json: statement, text: statementText(statement) };
  await printCsv(client, terminal, statement);
  return null;
}

/** Prints the file while it is read. @throws StatementMismatchError when a closed day does not add up. */
async function printCsv(client: Client, terminal: Terminal, statement: Statement): Promise<void> {
  const { date, opening_balance, closing_balance } = statement;
  const file = await client.statements.csv(date);
  let balance = opening_balance;
  for await (const { amount } of readStatementFile(printing(file, terminal))) balance += amount;
  if (closing_balance !== null && balance !== closing_balance)
    throw new StatementMismatchError(date, balance, closing_balance);
}

async function* printing(file: AsyncIterable<Uint8Array>, terminal: Terminal): AsyncGenerator<Uint8Array> {
  for await (const bytes of file) {
    await terminal.write(bytes);
    terminal.signal.throwIfAborted();
    yield bytes;
  }
}

function statementText({
  date,
  status,
  currency,
  opening_balance,
  closing_balance,
  totals,
}: Statement): string {
  const money = (amount: number) => moneyText({ amount, currency });
  const head = fields([
    ['Day', `${date}, ${status}`],
    ['Opening balance', money(opening_balance)],
    ['Closing balance', closing_balance === null ? 'open' : money(closing_balance)],
  ]);
  const rows = Object.entries(totals).map(([name, { count, amount }]) => [
    name.replaceAll('_', ' '),
    String(count),
    money(amount),
  ]);
  return `${head}\n\n${table(['', 'Count', 'Amount'], rows)}`;
}
