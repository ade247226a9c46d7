import type { Command } from 'commander';
import { readRange } from '../../../api/plugins/allow-list.ts';
import { readAllowedRanges, replaceAllowedRanges } from '../../../db/accounts/allowed-ranges.ts';
import { knownAccount } from '../../account.ts';
import { wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

/** `allowlist`: from which addresses the keys of an account may be used. */
export function addAllowlistCommands(program: Command, frame: Frame): void {
  const allowlist = program
    .command('allowlist')
    .description("From which addresses an account's keys may be used. Without an entry: from anywhere.");
  frame.reads(allowlist, 'show [account]', 'The addresses and ranges allowed now.').action(frame.does(show));
  frame
    .destroys(
      allowlist,
      'set <account> <ranges...>',
      'Replaces the list: only these may use the keys from now on.',
    )
    .addHelpText('after', '\nAddresses or ranges: 203.0.113.7 198.51.100.0/24 2001:db8::/32')
    .action(frame.does<object, [string, string[]]>(set));
  frame
    .destroys(allowlist, 'clear <account>', 'Empties the list: the keys may be used from anywhere.')
    .action(frame.does<object, [string]>(clear));
}

async function show(session: Session, _options: object, accountText?: string): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const ranges = await readAllowedRanges(session.pool(), account.id);
  return {
    json: { account_id: account.id, ranges },
    text: ranges.length === 0 ? `Keys of ${account.name} may be used from anywhere.` : ranges.join('\n'),
  };
}

async function set(
  session: Session,
  _options: object,
  accountText: string,
  texts: readonly string[],
): Promise<Shown> {
  const ranges = texts.map(parseRangeOption);
  return replace(session, accountText, ranges, `from ${ranges.join(', ')} alone`);
}

async function clear(session: Session, _options: object, accountText: string): Promise<Shown> {
  return replace(session, accountText, [], 'from anywhere');
}

async function replace(
  session: Session,
  accountText: string,
  ranges: readonly string[],
  where: string,
): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  await session.confirm(`Keys of ${account.name} (${account.id}) may be used ${where} within a second.`);
  await replaceAllowedRanges(session.pool(), account.id, ranges, await session.actor());
  return {
    json: { account_id: account.id, ranges },
    text: `Keys of ${account.name} may be used ${where}, within a second.`,
  };
}

function parseRangeOption(text: string): string {
  const range = readRange(text);
  if (range === null) {
    throw wrongUsage(
      `${text} is no address and no range. Write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32, with no bits set behind the prefix.`,
    );
  }
  return range;
}
