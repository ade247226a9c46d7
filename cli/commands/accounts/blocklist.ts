import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { readBlocklist } from '../../../db/rules/blocklist.ts';
import { isE164 } from '../../../domain/network/number-plan.ts';
import { BLOCKLIST_NUMBERS_MAX } from '../../../domain/rules/purchase-rules.ts';
import { blockNumbers, unblockNumbers } from '../../../services/rules/blocklist.ts';
import { knownAccount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

const HELP = `
The file has one phone number per line, as +2348031234567. Empty lines are ignored. Only hashes of the numbers with a
secret key are stored, so they cannot be listed afterwards.`;

/** `rules block` and `rules unblock`. */
export function addBlockCommands(rules: Command, frame: Frame): void {
  frame
    .changes(rules, 'block <account> <file>', 'Blocks the numbers of a file: nothing is bought for them.')
    .addHelpText('after', HELP)
    .action(
      frame.does<object, [string, string]>((session, _options, ...args) => change(session, 'block', ...args)),
    );
  frame
    .changes(rules, 'unblock <account> <file>', 'Removes the numbers of a file from the blocklist.')
    .addHelpText('after', HELP)
    .action(
      frame.does<object, [string, string]>((session, _options, ...args) =>
        change(session, 'unblock', ...args),
      ),
    );
}

async function change(
  session: Session,
  kind: 'block' | 'unblock',
  accountText: string,
  path: string,
): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const numbers = await readNumbers(path);
  const actor = await session.actor();
  const apply = kind === 'block' ? blockNumbers : unblockNumbers;
  let changed = 0;
  for (let at = 0; at < numbers.length; at += BLOCKLIST_NUMBERS_MAX) {
    const part = numbers.slice(at, at + BLOCKLIST_NUMBERS_MAX);
    changed += await apply(session.pool(), session.secretsKeys(), account.id, part, actor);
  }
  const { count } = await readBlocklist(session.pool(), account.id);
  const verb = kind === 'block' ? 'blocked' : 'unblocked';
  return {
    json: { account_id: account.id, changed, blocked_numbers: count },
    text: `${changed} of ${numbers.length} numbers ${verb}; the others already were. ${account.name} has ${count} blocked numbers now.`,
  };
}

/** @throws CliError that names the line that is no number. */
async function readNumbers(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw wrongUsage(`${path} cannot be read.`);
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const wrong = lines.findIndex((line) => line !== '' && !isE164(line));
  if (wrong >= 0) {
    throw new CliError(
      `Line ${wrong + 1} of ${path} is not a phone number such as +2348031234567. Nothing was changed.`,
    );
  }
  const numbers = [...new Set(lines.filter((line) => line !== ''))];
  if (numbers.length === 0) throw new CliError(`${path} has no numbers. Nothing was changed.`);
  return numbers;
}
