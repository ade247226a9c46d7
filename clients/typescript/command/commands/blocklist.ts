import { readFile } from 'node:fs/promises';
import type { Blocklist } from '../../src/index.ts';
import { wrongUsage } from '../failure.ts';
import { fields, time } from '../show/layout.ts';
import type { Command, Given, Session, Shown } from '../spec.ts';

/** One request takes at most this many numbers. */
const NUMBERS_MAX = 10_000;
const NOTES =
  'FILE has one phone number per line, as +2348031234567. Empty lines are ignored. Only hashes of the numbers are stored, so they cannot be listed afterwards.';

/** `blocklist`: the numbers for which nothing is bought. */
export const BLOCKLIST_COMMANDS: readonly Command[] = [
  {
    name: 'blocklist',
    args: [],
    summary: 'Shows how many numbers are blocked, and since when.',
    options: {},
    run: async ({ api }) => shown(await api().settings.blocklist()),
  },
  {
    name: 'blocklist add',
    args: ['FILE'],
    summary: 'Blocks the numbers of a file: nothing is bought for them.',
    options: {},
    notes: NOTES,
    run: (session, given) => change(session, given, 'addBlockedNumbers'),
  },
  {
    name: 'blocklist remove',
    args: ['FILE'],
    summary: 'Removes the numbers of a file from the blocklist.',
    options: {},
    notes: NOTES,
    run: (session, given) => change(session, given, 'removeBlockedNumbers'),
  },
  {
    name: 'blocklist look-up',
    args: ['NUMBER'],
    summary: 'Shows whether a number is blocked.',
    options: {},
    run: lookUp,
  },
];

async function change(
  { api }: Session,
  given: Given,
  verb: 'addBlockedNumbers' | 'removeBlockedNumbers',
): Promise<Shown> {
  const { settings } = api();
  const numbers = await readNumbers(given.args[0] ?? '');
  let changed = 0;
  for (let at = 0; at < numbers.length; at += NUMBERS_MAX)
    changed += (await settings[verb](numbers.slice(at, at + NUMBERS_MAX))).changed;
  const blocklist = await settings.blocklist();
  const { json, text } = shown(blocklist);
  return {
    json: { ...(json as Blocklist), changed },
    text: `${changed} of ${numbers.length} numbers ${verb === 'addBlockedNumbers' ? 'blocked' : 'unblocked'}; the others already were.\n${text}`,
  };
}

async function lookUp({ api }: Session, given: Given): Promise<Shown> {
  const found = await api().settings.lookUpBlockedNumber(given.args[0] ?? '');
  const { phone_number: number, added_at: at } = found;
  return {
    json: found,
    text: at === null ? `${number} is not blocked.` : `${number} has been blocked since ${time(at)}.`,
  };
}

/** @throws CommandError that names the line that is not a number. */
async function readNumbers(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw wrongUsage(`${path} cannot be read.`);
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const wrong = lines.findIndex((line) => line !== '' && !/^\+[1-9][0-9]{6,14}$/.test(line));
  if (wrong >= 0)
    throw wrongUsage(
      `Line ${wrong + 1} of ${path} is not a phone number such as +2348031234567. Nothing was changed.`,
    );
  const numbers = [...new Set(lines.filter((line) => line !== ''))];
  if (numbers.length === 0) throw wrongUsage(`${path} has no numbers. Nothing was changed.`);
  return numbers;
}

function shown(blocklist: Blocklist): Shown {
  const { count, first_added_at: first, last_added_at: last } = blocklist;
  const text = fields([
    ['Blocked numbers', String(count)],
    ['First added', time(first)],
    ['Last added', time(last)],
  ]);
  return { json: blocklist, text };
}
