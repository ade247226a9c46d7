import type { Command } from 'commander';
import { findErasure, listErasures } from '../../../db/privacy/erasures.ts';
import { readId } from '../../../domain/ids.ts';
import { isE164 } from '../../../domain/network/number-plan.ts';
import type { Erasure, OpenForNumber } from '../../../domain/privacy/erasure.ts';
import { createEraser } from '../../../services/privacy/eraser.ts';
import { requestErasure } from '../../../services/privacy/request-erasure.ts';
import { knownAccount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { addExportCommand } from './export.ts';

const LISTED_MAX = 100;

const ERASE_HELP = `
Purchases, statement lines, events and rows of campaigns keep everything but the number and what is known about its
owner. In place of the number stands +999 and twelve digits, a keyed hash. See docs/privacy.md.`;

/** `number`: the rights of the person who has a phone number. */
export function addNumberCommands(program: Command, frame: Frame): void {
  const number = program
    .command('number')
    .description("Erases and shows what an account's records hold about a phone number.");
  frame
    .destroys(number, 'erase <account> <number>', 'Erases a number from the records of an account.')
    .addHelpText('after', ERASE_HELP)
    .action(frame.does<object, [string, string]>(erase));
  addExportCommand(number, frame);
  frame
    .reads(number, 'erasures [account] [id]', 'Shows the erasures of an account, or one of them.')
    .action(frame.does<object, [string | undefined, string | undefined]>(show));
}

async function erase(
  session: Session,
  _options: object,
  accountText: string,
  phoneNumber: string,
): Promise<Shown> {
  requireNumber(phoneNumber);
  const account = await knownAccount(session, accountText);
  await session.confirm(`${phoneNumber} will be erased from the records of ${account.name}, for good.`);
  const [pool, keys] = [session.pool(), session.secretsKeys()];
  const stored = await requestErasure(pool, keys, account.id, phoneNumber, await session.actor());
  if (stored.kind === 'open') throw new CliError(explainOpen(stored.open));

  const { id } = stored.erasure;
  await createEraser(pool, keys).run(new AbortController().signal, id);
  const erasure = await findErasure(pool, account.id, id);
  if (erasure === null) throw new TypeError(`no erasure ${id}`);
  return { json: toJson(erasure), text: toFields(erasure) };
}

async function show(
  session: Session,
  _options: object,
  accountText?: string,
  idText?: string,
): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  if (idText === undefined) {
    const erasures = await listErasures(session.pool(), account.id, null, LISTED_MAX);
    const rows = erasures.map((each) => [
      each.id,
      each.pseudonym,
      time(each.requestedAt),
      stateInWords(each),
    ]);
    return {
      json: erasures.map(toJson),
      text: table(['Erasure', 'In place of the number', 'Requested', 'State'], rows),
    };
  }
  const id = readId('era', idText);
  if (id === null) throw wrongUsage(`${idText} is not an id of an erasure: era_ and 26 characters.`);
  const erasure = await findErasure(session.pool(), account.id, id);
  if (erasure === null) throw new CliError(`${account.name} has no erasure ${id}.`);
  return { json: toJson(erasure), text: toFields(erasure) };
}

/** @throws CliError for a text that is not a number in E.164. */
function requireNumber(text: string): void {
  if (!isE164(text)) throw wrongUsage(`${text} is not a phone number. Write it as +2348031234567.`);
}

function explainOpen({ kind, purchaseId, until }: OpenForNumber): string {
  return kind === 'purchase'
    ? `${purchaseId} is pending for this number, until ${time(until)} at the latest. Erase the number after that. Nothing was changed.`
    : `${purchaseId} timed out, and its network is still asked whether it was delivered, until ${time(until)} at the latest. Erase the number after that. Nothing was changed.`;
}

const WAITS: Readonly<Record<NonNullable<Erasure['waitsFor']>, string>> = {
  purchase: 'waits for a purchase that is pending',
  late_inquiry: 'waits for a purchase whose outcome is still asked for',
  campaign: 'waits for a campaign that has not ended',
  closing: 'waits for a day to be closed',
  webhook: 'waits for a webhook that is being sent',
};

function stateInWords({ completedAt, waitsFor }: Erasure): string {
  if (completedAt !== null) return `completed ${time(completedAt)}`;
  return waitsFor === null ? 'under way' : WAITS[waitsFor];
}

function toFields(erasure: Erasure): string {
  const { counts } = erasure;
  return fields([
    ['Erasure', erasure.id],
    ['State', stateInWords(erasure)],
    ['In place of the number', erasure.pseudonym],
    ['Purchases', String(counts.purchases)],
    ['Statement lines', String(counts.statementLines)],
    ['Events', String(counts.events)],
    ['Rows of campaigns', String(counts.campaignRows)],
    ['References that contain it, kept', String(counts.referencesKept)],
  ]);
}

function toJson(erasure: Erasure) {
  const { counts } = erasure;
  return {
    id: erasure.id,
    account_id: erasure.accountId,
    pseudonym: erasure.pseudonym,
    status: erasure.completedAt === null ? 'running' : 'completed',
    waits_for: erasure.waitsFor,
    requested_at: erasure.requestedAt,
    completed_at: erasure.completedAt,
    purchases: counts.purchases,
    statement_lines: counts.statementLines,
    events: counts.events,
    campaign_rows: counts.campaignRows,
    references_kept: counts.referencesKept,
  };
}
