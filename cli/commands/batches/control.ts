import type { Command } from 'commander';
import { renderBatch } from '../../../contract/batches/batch.ts';
import { findBatch, findBatchOwner } from '../../../db/batches/batches.ts';
import { commandBatch } from '../../../db/batches/commands.ts';
import type { Batch } from '../../../domain/batch/batch.ts';
import { readId } from '../../../domain/ids.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { workflowLink } from '../../temporal.ts';

const COMMANDS = ['pause', 'resume', 'cancel'] as const;

/** `batch show` and `batch control`: campaigns of all accounts, for operators, through the database. */
export function addBatchControl(program: Command, frame: Frame): void {
  const batch = program.command('batch').description('Campaigns of all accounts.');
  frame
    .reads(batch, 'show <batch>', 'Shows a campaign of any account, for operators.')
    .action(frame.does<object, [string]>(show));
  frame
    .destroys(
      batch,
      'control <command> <batch>',
      "Pauses, resumes or cancels a client's campaign, and records it.",
    )
    .addHelpText(
      'after',
      `\nCommands: ${COMMANDS.join(', ')}. Pending purchases continue. A cancelled campaign cannot be resumed.`,
    )
    .action(frame.does<object, [string, string]>(control));
}

async function show(session: Session, _options: object, text: string): Promise<Shown> {
  const batch = await knownBatch(session, text);
  const { cost, charged, refunded, held, not_spent, shortfall, counts } = renderBatch(batch);
  const money = ({ amount, currency }: { amount: number; currency: string }) =>
    formatAmount(amount, currency);
  return {
    json: { ...renderBatch(batch), account_id: batch.accountId },
    text: fields([
      ['Campaign', `${batch.id} (${batch.reference})`],
      ['Account', batch.accountId],
      ['Status', batch.stage],
      ['Recurring batch', batch.recurrenceId],
      ['Waits for', batch.waitsFor === null ? null : `${batch.waitsFor.code}: ${batch.waitsFor.message}`],
      ['Paused because', batch.pause === null ? null : batch.pause.message],
      ...Object.entries(counts).map(([name, count]): [string, string] => [`Rows: ${name}`, String(count)]),
      ['Cost', money(cost)],
      ['Charged', money(charged)],
      ['Refunded', money(refunded)],
      ['Held', money(held)],
      ['Not spent', money(not_spent)],
      ['Shortfall', money(shortfall)],
      ['Created', time(batch.createdAt)],
      ['Temporal', workflowLink(session.target(), batch.id)],
    ]),
  };
}

async function control(session: Session, _options: object, verb: string, text: string): Promise<Shown> {
  const command = COMMANDS.find((known) => known === verb);
  if (command === undefined)
    throw wrongUsage(`${verb} is not a command. Use one of: ${COMMANDS.join(', ')}.`);
  const batch = await knownBatch(session, text);
  await session.confirm(`This ${command}s ${batch.id} (${batch.reference}) of ${batch.accountId}.`);
  const { accountId, id } = batch;
  const outcome = await commandBatch(session.pool(), accountId, id, command, await session.actor());
  if (outcome.kind === 'unapproved')
    throw new CliError(
      `The rules of the account want an approval of ${id} first. It was requested as ${outcome.approval.id}; nothing else was changed.`,
    );
  if (outcome.kind === 'refused')
    throw new CliError(`${id} is ${outcome.status}, so you cannot ${command} it.`);
  const already = outcome.kind === 'already' ? ' It was already; nothing was changed.' : '';
  const after = await knownBatch(session, id);
  return { json: { id, status: after.status }, text: `${id} is ${after.status}.${already}` };
}

async function knownBatch(session: Session, text: string): Promise<Batch> {
  const id = readId('bat', text);
  if (id === null) throw wrongUsage(`${text} is not a campaign id: bat_ and 26 characters.`);
  const owner = await findBatchOwner(session.pool(), id);
  const batch = owner === null ? null : await findBatch(session.pool(), owner, id);
  if (batch === null) throw new CliError(`There is no campaign ${id}. Check the id.`);
  return batch;
}
