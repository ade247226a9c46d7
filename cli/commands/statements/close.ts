import type { Command } from 'commander';
import { recordAction } from '../../../db/audit/record.ts';
import { countAccountsToClose } from '../../../db/statements/close-days.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { AccountId } from '../../../domain/ids.ts';
import { closeAccount, closePage } from '../../../services/statements/close.ts';
import { knownAccount } from '../../account.ts';
import { EXIT } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

/** Accounts per page. */
const PAGE = 100;

const HELP = `
A schedule does this every hour, from shortly after 00:00 UTC. Use this command if it did not. You can run it at any time
and repeat it: a closed day never changes. Exits with 1 if the books of a day contradict each other; that day stays open.`;

interface Result {
  readonly closed: number;
  readonly failures: readonly { readonly accountId: AccountId; readonly error: unknown }[];
}

/** `statement close`: closes the days that the schedule has not closed. */
export function addCloseCommand(statement: Command, frame: Frame): void {
  frame
    .changes(statement, 'close [account]', 'Closes every past UTC day of an account, or of all accounts.')
    .addHelpText('after', HELP)
    .action(frame.does(close));
}

async function close(session: Session, _options: object, accountText?: string): Promise<Shown> {
  const account = accountText === undefined ? null : await knownAccount(session, accountText);
  const actor = await session.actor();
  const due = await countAccountsToClose(session.pool());
  // Recorded first: closing cannot be undone, so its record must not be missing.
  await inTransaction(session.pool(), (tx) =>
    recordAction(tx, {
      ...actor,
      action: 'statement_close',
      accountId: account?.id ?? null,
      subject: account?.id ?? 'statements',
      details: { accounts_due: due },
    }),
  );
  const { closed, failures } =
    account === null ? await closeAll(session) : await closeOne(session, account.id);
  const broken = failures.map(({ accountId, error }) => ({
    account_id: accountId,
    message: error instanceof Error ? error.message : String(error),
  }));
  return {
    exitCode: broken.length === 0 ? EXIT.done : EXIT.notDone,
    json: { closed, failures: broken },
    text: [
      closed === 0 ? 'No day had to be closed.' : `${closed} statements closed.`,
      ...broken.map(({ account_id, message }) => `  ${account_id}: ${message}`),
    ].join('\n'),
  };
}

async function closeOne(session: Session, accountId: AccountId): Promise<Result> {
  try {
    return { closed: (await closeAccount(session.pool(), accountId)).length, failures: [] };
  } catch (error) {
    return { closed: 0, failures: [{ accountId, error }] };
  }
}

async function closeAll(session: Session): Promise<Result> {
  let closed = 0;
  let after: AccountId | null = null;
  const failures: Result['failures'][number][] = [];
  do {
    const page = await closePage(session.pool(), { after, limit: PAGE });
    closed += page.statements;
    failures.push(...page.failures);
    after = page.next;
  } while (after !== null);
  return { closed, failures };
}
