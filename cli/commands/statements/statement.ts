import type { Command } from 'commander';
import { readStatement } from '../../../db/statements/statements.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import { isUtcDay, OUTCOMES } from '../../../domain/money/statement.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import { knownAccount } from '../../account.ts';
import { CliError, EXIT, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown, table } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { addCloseCommand } from './close.ts';

/** The invariants of statements: lines, balances and sealed days. */
const OF_STATEMENTS = new Set([3, 4, 6]);

/** `statement`: an account's daily statements. */
export function addStatementCommands(program: Command, frame: Frame): void {
  const statement = program.command('statement').description("An account's daily statements.");
  frame
    .reads(
      statement,
      'show <account> <day>',
      'Shows the statement of a UTC day (YYYY-MM-DD) as the client sees it.',
    )
    .action(frame.does<object, [string, string]>(show));
  frame
    .reads(
      statement,
      'verify [account]',
      'Recomputes every closed day from its lines, and compares it with its seal.',
    )
    .addHelpText('after', '\nExits with 1 if a day differs from its seal, or if lines and balance disagree.')
    .action(frame.does(verify));
  addCloseCommand(statement, frame);
}

async function show(session: Session, _options: object, accountText: string, day: string): Promise<Shown> {
  if (!isUtcDay(day)) throw wrongUsage(`${day} is not a date. Write it as YYYY-MM-DD.`);
  const account = await knownAccount(session, accountText);
  const statement = await readStatement(session.pool(), account.id, day);
  if (statement === null) throw new CliError(`${account.name} has no statement for ${day}.`);

  const money = (amount: number) => formatAmount(amount, statement.currency);
  const rows = OUTCOMES.map((outcome) => {
    const { count, amount } = statement.totals[outcome];
    return [outcome.replaceAll('_', ' '), String(count), money(amount)];
  });
  const closing = statement.status === 'closed' ? money(statement.closingBalance) : 'open';
  const head = fields([
    ['Account', `${account.name} (${account.id})`],
    ['Day', `${day}, ${statement.status}`],
    ['Opening balance', money(statement.openingBalance)],
    ['Closing balance', closing],
  ]);
  return { json: statement, text: `${head}\n\n${table(['', 'Count', 'Amount'], rows)}` };
}

async function verify(session: Session, _options: object, accountText?: string): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const report = await verifyInvariants({
    pool: session.pool(),
    temporal: null,
    books: null,
    recheckAfterMs: 0,
    onlyAccount: account.id,
  });
  const results = report.results.filter(({ number }) => OF_STATEMENTS.has(number));
  const broken = results.flatMap(({ broken: rows }) => rows);
  return {
    exitCode: broken.length === 0 ? EXIT.done : EXIT.notDone,
    json: { account_id: account.id, results },
    text: [
      ...results.map(
        ({ kind, title, checked, unit }) => `${kind === 'holds' ? '✓' : '✗'} ${title} (${checked} ${unit})`,
      ),
      ...broken.map(({ row, why }) => `  ${row}: ${why}`),
    ].join('\n'),
  };
}
