import type { Command } from 'commander';
import { findKey, type ListedKey, listKeys } from '../../../db/accounts/api-keys.ts';
import {
  BY_OPERATOR,
  changeKey,
  issueKey,
  type KeyChange,
  revokeKey,
  rotateKey,
} from '../../../db/accounts/key-changes.ts';
import { FULL_TERMS } from '../../../domain/access/key-power.ts';
import { hashApiKey, newApiKey } from '../../../domain/crypto/api-key.ts';
import { readId } from '../../../domain/ids.ts';
import { knownAccount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { wholeNumber } from '../../whole-number.ts';
import { capText, readTerms, SCOPES_HELP, type TermOptions, withTerms } from './key-options.ts';

const HOUR_MS = 3_600_000;
const OVERLAP_HOURS_MAX = 720;

/** `key`: the API keys of accounts. */
export function addKeyCommands(program: Command, frame: Frame): void {
  const key = program.command('key').description('API keys. A key is shown once, when it is issued.');
  withTerms(
    frame.changes(key, 'issue [account]', 'Issues a new key and prints it. It cannot be shown again.'),
  )
    .addHelpText('after', SCOPES_HELP)
    .action(frame.does<TermOptions, [string?]>(issue));
  withTerms(frame.changes(key, 'change <key>', 'Changes the name, scopes or end of a key, within a second.'))
    .addHelpText('after', SCOPES_HELP)
    .action(frame.does<TermOptions, [string]>(change));
  frame
    .changes(key, 'rotate <key>', 'Replaces a key by a new one with the same id and rights, and prints it.')
    .option('--overlap <hours>', 'how long the former key works too; 0 ends it now', '24')
    .action(frame.does<{ readonly overlap: string }, [string]>(rotate));
  frame
    .destroys(key, 'revoke <key>', 'Revokes a key (key_…, see key list) permanently, within a second.')
    .action(frame.does<object, [string]>(revoke));
  frame
    .reads(key, 'list [account]', 'Lists the keys of an account, including revoked ones.')
    .action(frame.does(list));
}

async function issue(session: Session, options: TermOptions, accountText?: string): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const terms = { ...FULL_TERMS, ...readTerms(options, FULL_TERMS, account.currency) };
  const key = newApiKey(account.livemode);
  const actor = await session.actor();
  const stored = { hash: hashApiKey(key), lastFour: key.slice(-4) };
  const id = await issueKey(session.pool(), account.id, stored, actor, terms);
  return {
    json: { id, account_id: account.id, key },
    text: `${key}\n\nThis is ${id} of ${account.name}. Copy it now: it is not stored and cannot be shown again.`,
  };
}

async function change(session: Session, options: TermOptions, keyText: string): Promise<Shown> {
  const before = await workingKey(session, keyText);
  const { id, accountId } = before;
  const { currency } = await knownAccount(session, accountId);
  const changes = readTerms(options, before, currency);
  if (Object.keys(changes).length === 0)
    throw wrongUsage('Give --name, --scopes, --expires, --purchase-cap or --day-cap.');
  const actor = await session.actor();
  requireDone(await changeKey(session.pool(), accountId, id, changes, BY_OPERATOR, actor));
  const after = await findKey(session.pool(), id);
  if (after === null)
    throw new CliError(`There is no key ${id}. List the keys with: bundlewire key list ACCOUNT`);
  return {
    json: keyJson(after),
    text: fields([
      ['Key', after.id],
      ['Name', after.name],
      ['Scopes', after.scopes.join(', ')],
      ['Expires', time(after.expiresAt)],
      ['Cap per purchase', capText(after.caps.purchase, currency)],
      ['Cap per day (UTC)', capText(after.caps.day, currency)],
    ]),
  };
}

async function rotate(
  session: Session,
  options: { readonly overlap: string },
  keyText: string,
): Promise<Shown> {
  const overlapMs = wholeNumber('--overlap', options.overlap, 0, OVERLAP_HOURS_MAX) * HOUR_MS;
  const { id, accountId } = await workingKey(session, keyText);
  const account = await knownAccount(session, accountId);
  const key = newApiKey(account.livemode);
  const stored = { hash: hashApiKey(key), lastFour: key.slice(-4), overlapMs };
  const actor = await session.actor();
  requireDone(await rotateKey(session.pool(), accountId, id, stored, BY_OPERATOR, actor));
  const former =
    overlapMs === 0
      ? 'The former key no longer works.'
      : `The former key works for ${options.overlap} hours more.`;
  return {
    json: { id, account_id: accountId, key },
    text: `${key}\n\nThis is ${id} now. Copy it: it is not stored and cannot be shown again. ${former}`,
  };
}

async function revoke(session: Session, _options: object, keyText: string): Promise<Shown> {
  const { id, accountId, lastFour } = await workingKey(session, keyText);
  await session.confirm(
    `Requests with ${id} of ${accountId} (ending in ${lastFour}) will be rejected within a second.`,
  );
  if (!(await revokeKey(session.pool(), accountId, id, await session.actor()))) {
    throw new CliError(`Another operator has just revoked ${id}.`);
  }
  return { json: { id, account_id: accountId, revoked: true }, text: `${id} is revoked.` };
}

/** A key that is not revoked. @throws CliError */
async function workingKey(session: Session, keyText: string): Promise<ListedKey> {
  const id = readId('key', keyText);
  if (id === null) throw wrongUsage(`${keyText} is not a key id: key_ and 26 characters. See key list.`);
  const key = await findKey(session.pool(), id);
  if (key === null)
    throw new CliError(`There is no key ${id}. List the keys with: bundlewire key list ACCOUNT`);
  if (key.revokedAt !== null) throw new CliError(`${id} was revoked on ${time(key.revokedAt)}.`);
  return key;
}

function requireDone(change: KeyChange): void {
  if (change.kind === 'done') return;
  if (change.kind === 'under_way')
    throw new CliError(
      `The former key works until ${time(change.until)}. Wait, or end it now with --overlap 0.`,
    );
  throw new CliError('The key was revoked meanwhile.');
}

async function list(session: Session, _options: object, accountText?: string): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const keys = await listKeys(session.pool(), account.id);
  return {
    json: keys.map(keyJson),
    text: table(
      ['Key', 'Name', 'Ends in', 'Scopes', 'Day cap', 'Issued', 'Used', 'Expires', 'Revoked'],
      keys.map((key) => [
        key.id,
        key.name,
        key.lastFour,
        key.scopes.join(', '),
        capText(key.caps.day, account.currency),
        time(key.createdAt),
        time(key.lastUsedAt),
        time(key.expiresAt),
        time(key.revokedAt),
      ]),
      'No keys.',
    ),
  };
}

function keyJson(key: ListedKey): object {
  return {
    id: key.id,
    account_id: key.accountId,
    name: key.name,
    scopes: key.scopes,
    last_four: key.lastFour,
    caps: key.caps,
    spent_today: key.spentToday,
    status: key.status,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    former_key_until: key.formerUntil,
    revoked_at: key.revokedAt,
  };
}
