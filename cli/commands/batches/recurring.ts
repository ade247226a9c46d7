import type { Command } from 'commander';
import { listRecurrences, readForRun, setRecurrenceStatus } from '../../../db/recurrence/recurrences.ts';
import { listRuns } from '../../../db/recurrence/runs.ts';
import { readId } from '../../../domain/ids.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import type { Recurrence, Run } from '../../../domain/recurrence/recurrence.ts';
import { knownAccount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';

const COMMANDS = { pause: 'paused', resume: 'active', delete: 'deleted' } as const;
type Verb = keyof typeof COMMANDS;

/** Most that a list shows; an account has a few. */
const LISTED_MAX = 100;
const RUNS_SHOWN = 10;

/** `recurring …`: recurring campaigns of all accounts, for operators, through the database. */
export function addRecurringCommands(program: Command, frame: Frame): void {
  const recurring = program.command('recurring').description('Recurring campaigns of all accounts.');
  frame
    .reads(recurring, 'list <account>', 'Lists the recurring campaigns of an account, newest first.')
    .action(frame.does<object, [string]>(list));
  frame
    .reads(recurring, 'show <recurring>', 'Shows a recurring campaign with its last runs.')
    .action(frame.does<object, [string]>(show));
  frame
    .destroys(
      recurring,
      'control <command> <recurring>',
      "Pauses, resumes or deletes a client's recurring campaign, and records it.",
    )
    .addHelpText(
      'after',
      `\nCommands: ${Object.keys(COMMANDS).join(', ')}. Runs whose time comes during a pause are left out. A campaign that has started continues.`,
    )
    .action(frame.does<object, [string, string]>(control));
}

async function list(session: Session, _options: object, account: string): Promise<Shown> {
  const { id } = await knownAccount(session, account);
  const found = await listRecurrences(session.pool(), id, null, LISTED_MAX);
  return {
    json: found.map(toJson),
    text: table(
      ['Recurring campaign', 'Reference', 'Status', 'Next run'],
      found.map(({ id: own, reference, status, nextRunAt }) => [own, reference, status, time(nextRunAt)]),
    ),
  };
}

async function show(session: Session, _options: object, text: string): Promise<Shown> {
  const recurrence = await knownRecurrence(session, text);
  const { id, accountId, reference, sourceId, status, nextRunAt, approvedCost, currency } = recurrence;
  const runs = await listRuns(session.pool(), accountId, id, RUNS_SHOWN);
  const about = fields([
    ['Recurring campaign', `${id} (${reference})`],
    ['Account', accountId],
    ['Buys the rows of', sourceId],
    ['Status', status],
    ['Next run', time(nextRunAt)],
    ['Limit of a run', formatAmount(approvedCost, currency)],
  ]);
  const last = table(['Run', 'Outcome', 'Campaign', 'Why'], runs.map(toCells), 'No runs yet.');
  return { json: { ...toJson(recurrence), runs }, text: `${about}\n\n${last}` };
}

function toCells({ scheduledAt, outcome, batchId, message }: Run): string[] {
  return [time(scheduledAt), outcome, batchId ?? '–', message ?? '–'];
}

async function control(session: Session, _options: object, word: string, text: string): Promise<Shown> {
  if (!isVerb(word))
    throw wrongUsage(`${word} is not a command. Use one of: ${Object.keys(COMMANDS).join(', ')}.`);
  const { accountId, id, reference, status: before } = await knownRecurrence(session, text);
  if (before === 'deleted') throw new CliError(`${id} is deleted, so you cannot ${word} it.`);
  await session.confirm(`This ${word}s ${id} (${reference}) of ${accountId}.`);
  const actor = await session.actor();
  const status = await setRecurrenceStatus(session.pool(), accountId, id, COMMANDS[word], actor);
  const already = status === before ? ' It was already; nothing was changed.' : '';
  return { json: { id, status }, text: `${id} is ${status}.${already}` };
}

function isVerb(word: string): word is Verb {
  return Object.hasOwn(COMMANDS, word);
}

async function knownRecurrence(session: Session, text: string): Promise<Recurrence> {
  const id = readId('rec', text);
  if (id === null) throw wrongUsage(`${text} is not the id of a recurring campaign: rec_ and 26 characters.`);
  const found = await readForRun(session.pool(), id);
  if (found === null)
    throw new CliError(
      `There is no recurring campaign ${id}. List them with: bundlewire recurring list ACCOUNT`,
    );
  return found.recurrence;
}

function toJson({ id, accountId, reference, sourceId, status, nextRunAt }: Recurrence) {
  return { id, account_id: accountId, reference, batch_id: sourceId, status, next_run_at: nextRunAt };
}
