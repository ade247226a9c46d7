import type { Command } from 'commander';
import { findKey, issueKey, type ListedKey, listKeys, revokeKey } from '../../../db/accounts/api-keys.ts';
import { hashApiKey, newApiKey } from '../../../domain/crypto/api-key.ts';
import { readId } from '../../../domain/ids.ts';
import { knownAccount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';

/** `key`: the API keys of accounts. */
export function addKeyCommands(program: Command, frame: Frame): void {
  const key = program.command('key').description('API keys. A key is shown once, when it is issued.');
  frame
    .changes(key, 'issue [account]', 'Issues a new key and prints it. It cannot be shown again.')
    .action(frame.does(issue));
  frame
    .destroys(key, 'revoke <key>', 'Revokes a key (key_…, see key list) permanently, within a second.')
    .action(frame.does<object, [string]>(revoke));
  frame
    .reads(key, 'list [account]', 'Lists the keys of an account, including revoked ones.')
    .action(frame.does(list));
}

async function issue(session: Session, _options: object, accountText?: string): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const key = newApiKey(account.livemode);
  const actor = await session.actor();
  const stored = { hash: hashApiKey(key), lastFour: key.slice(-4) };
  const id = await issueKey(session.pool(), account.id, stored, actor);
  return {
    json: { id, account_id: account.id, key },
    text: `${key}\n\nThis is ${id} of ${account.name}. Copy it now: it is not stored and cannot be shown again.`,
  };
}

async function revoke(session: Session, _options: object, keyText: string): Promise<Shown> {
  const id = readId('key', keyText);
  if (id === null) throw wrongUsage(`${keyText} is not a key id: key_ and 26 characters. See key list.`);
  const key = await findKey(session.pool(), id);
  if (key === null) throw new CliError(`There is no key ${id}.`);
  if (key.revokedAt !== null) throw new CliError(`${id} was revoked on ${time(key.revokedAt)}.`);

  await session.confirm(
    `Requests with ${id} of ${key.accountId} (ending in ${key.lastFour}) will be rejected within a second.`,
  );
  if (!(await revokeKey(session.pool(), id, await session.actor()))) {
    throw new CliError(`Another operator has just revoked ${id}.`);
  }
  return { json: { id, account_id: key.accountId, revoked: true }, text: `${id} is revoked.` };
}

async function list(session: Session, _options: object, accountText?: string): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const keys = await listKeys(session.pool(), account.id);
  return {
    json: keys.map(keyJson),
    text: table(
      ['Key', 'Ends in', 'Issued', 'Revoked'],
      keys.map(({ id, lastFour, createdAt, revokedAt }) => [id, lastFour, time(createdAt), time(revokedAt)]),
      'No keys.',
    ),
  };
}

function keyJson({ id, accountId, lastFour, createdAt, revokedAt }: ListedKey): object {
  return { id, account_id: accountId, last_four: lastFour, created_at: createdAt, revoked_at: revokedAt };
}
