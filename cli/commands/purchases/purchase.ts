import type { Command } from 'commander';
import { findTraced, findUnboughtRows } from '../../../db/purchases/trace.ts';
import type { AccountId, PurchaseId } from '../../../domain/ids.ts';
import { readId } from '../../../domain/ids.ts';
import { diagnoseRow } from '../../../domain/purchase/diagnosis.ts';
import { readStoredTrace, withoutNumbers } from '../../../services/staff/trace.ts';
import { knownAccount } from '../../account.ts';
import { CliError } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { viewWorkflow, workflowLink } from '../../temporal.ts';
import { addConfirmLateCommand } from './confirm-late.ts';
import { addResolveCommands } from './resolve.ts';
import { addStuckCommand } from './stuck.ts';
import { traceJson, traceScreen } from './trace-screen.ts';

/** `purchase`: the state of a purchase, and what you can do about it. */
export function addPurchaseCommands(program: Command, frame: Frame): void {
  const purchase = program
    .command('purchase')
    .description('The state of a purchase, the reason for it, and what you can do about it.');
  frame
    .reads(
      purchase,
      'trace <id-or-reference>',
      'Shows everything about one purchase, the reason for its state first.',
    )
    .option('--account <account>', 'account id (acc_…); required if several accounts used the reference')
    .addHelpText('after', '\nIf no purchase has the reference, this looks for a campaign row with it.')
    .action(frame.does<TraceOptions, [string]>(trace));
  addStuckCommand(purchase, frame);
  addResolveCommands(purchase, frame);
  addConfirmLateCommand(purchase, frame);
}

interface TraceOptions {
  readonly account?: string;
}

async function trace(session: Session, options: TraceOptions, text: string): Promise<Shown> {
  const only = options.account === undefined ? null : session.account(options.account);
  const id = readId('pur', text);
  const found = await findTraced(session.pool(), id === null ? { reference: text } : { id }, only);
  const [one, ...others] = found;
  if (one === undefined) return traceRow(session, text, only);
  if (others.length > 0) {
    const accounts = found.map(({ accountId }) => accountId).join(', ');
    throw new CliError(
      `${found.length} accounts have used the reference ${text}. Add --account with one of: ${accounts}.`,
    );
  }
  return tracePurchase(session, one.accountId, one.id);
}

async function tracePurchase(session: Session, accountId: AccountId, id: PurchaseId): Promise<Shown> {
  const [stored, account, workflow, person] = await Promise.all([
    readStoredTrace(session.pool(), accountId, id),
    knownAccount(session, accountId),
    viewWorkflow(session.temporal, id),
    session.person(),
  ]);
  if (stored === null)
    throw new CliError(
      `There is no purchase ${id}. Check the id, or find it by its reference with: bundlewire purchase trace REFERENCE`,
    );
  const { traced } = stored;
  const shown = {
    ...stored,
    accountName: account.name,
    traced: person === null || person.rights.has('numbers:read') ? traced : withoutNumbers(traced),
    workflow,
    link: workflowLink(session.target(), id),
  };
  return { json: traceJson(shown), text: traceScreen(shown) };
}

async function traceRow(session: Session, reference: string, only: AccountId | null): Promise<Shown> {
  const rows = await findUnboughtRows(session.pool(), reference, only);
  const [row] = rows;
  if (row === undefined) {
    throw new CliError(`No purchase and no campaign row has the reference ${reference}.`);
  }
  const diagnosis = diagnoseRow(row);
  const link = workflowLink(session.target(), row.batchId);
  return {
    json: { purchase: null, ...diagnosis, batch_id: row.batchId, line: row.line, temporal: { url: link } },
    text: `${reference} has not been bought.\n\n  ${diagnosis.sentence}\n  (${diagnosis.cause})\n\n  Campaign: bundlewire batch show ${row.batchId}${link === null ? '' : `\n  Temporal: ${link}`}`,
  };
}
