import type { Command } from 'commander';
import { readRange } from '../../../api/plugins/allow-list.ts';
import { readAllowedRanges, replaceAllowedRanges } from '../../../db/accounts/allowed-ranges.ts';
import { knownAccount } from '../../account.ts';
import { wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

/** `allowlist`: the addresses from which the keys of an account work. */
export function addAllowlistCommands(program: Command, frame: Frame): void {
  const allowlist = program
    .command('allowlist')
    .description(
      "The addresses from which an account's keys work. With an empty list they work from anywhere.",
    );
  frame
    .reads(allowlist, 'show [account]', 'Shows the addresses and ranges that are allowed.')
    .action(frame.does(show));
  frame
    .destroys(
      allowlist,
      'set <account> <ranges...>',
      'Replaces the list. The keys then work only from these addresses.',
    )
    .addHelpText('after', '\nExamples of ranges: 203.0.113.7 198.51.100.0/24 2001:db8::/32')
    .action(frame.does<object, [string, string[]]>(set));
  frame
    .destroys(allowlist, 'clear <account>', 'Empties the list. The keys then work from anywhere.')
    .action(frame.does<object, [string]>(clear));
}

async function show(session: Session, _options: object, accountText?: string): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const ranges = await readAllowedRanges(session.pool(), account.id);
  return {
    json: { account_id: account.id, ranges },
    text: ranges.length === 0 ? `The keys of ${account.name} work from anywhere.` : ranges.join('\n'),
  };
}

async function set(
  session: Session,
  _options: object,
  accountText: string,
  texts: readonly string[],
): Promise<Shown> {
  const ranges = texts.map(parseRangeOption);
  return replace(session, accountText, ranges, `only from ${ranges.join(', ')}`);
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
  await session.confirm(`Within a second, the keys of ${account.name} (${account.id}) will work ${where}.`);
  await replaceAllowedRanges(session.pool(), account.id, ranges, await session.actor());
  return {
    json: { account_id: account.id, ranges },
    text: `Within a second, the keys of ${account.name} work ${where}.`,
  };
}

function parseRangeOption(text: string): string {
  const range = readRange(text);
  if (range === null) {
    throw wrongUsage(
      `${text} is not an address or a range. Write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32, with no bits set after the prefix.`,
    );
  }
  return range;
}
