import type { Batch, Client, StartBatch } from '../../src/index.ts';
import { CommandError, wrongUsage } from '../failure.ts';
import { moneyText } from '../show/layout.ts';
import { EXIT, type Given, type Options } from '../spec.ts';
import type { Terminal } from '../terminal.ts';
import { knownOutcome } from '../unknown.ts';
import { outcomeText } from './text.ts';
import { watchBatch } from './watch.ts';

/** The options of a start. */
export const START_OPTIONS: Options = {
  yes: { kind: 'flag', help: 'start without asking' },
  first: {
    kind: 'value',
    value: 'ROWS',
    help: 'first buy only this many rows, show their outcomes, and ask before buying the others',
  },
};

/** Starts a campaign with the cost and the file that the check showed, after asking. */
export async function startBatch(
  client: Client,
  terminal: Terminal,
  batch: Batch,
  given: Given,
): Promise<Batch> {
  const { id, reference } = batch;
  const agreed = await askToStart(terminal, batch, given, null);
  const advice = `The campaign may have started. To look at it, run: bundlewire-client batch watch ${id}. You can also run the same file again. Nothing is bought twice.`;
  return knownOutcome({ reference, advice, signal: terminal.signal }, () => client.batches.start(id, agreed));
}

/**
 * Asks whether to buy what the check showed, and returns what was agreed to.
 * @param at when the campaign is to start; null: now.
 * @throws CommandError when there is no one to ask, or the answer is no.
 */
export async function askToStart(
  terminal: Terminal,
  batch: Batch,
  given: Given,
  at: string | null,
): Promise<StartBatch> {
  const { id, reference } = batch;
  const first = readFirst(given.value('first'));
  if (!given.flag('yes')) {
    if (!terminal.isInteractive)
      throw wrongUsage('The file is checked, and nothing was bought. Add --yes to start the campaign.');
    const what =
      first === null
        ? ''
        : `, the first ${first} ${at === null ? 'now' : 'then'} and the others after you confirm`;
    const when = at === null ? '' : ` at ${at}`;
    const question = `Buy ${batch.counts.waiting} bundles${repeatsText(batch)} for ${moneyText(batch.cost)}${when}${what}? [y/N] `;
    if (!isYes(await terminal.ask(question))) {
      throw new CommandError(
        `Nothing was bought. The campaign is kept: run the file again to start it, or run: bundlewire-client batch cancel ${id}`,
        EXIT.notDone,
        'declined',
        reference,
      );
    }
  }
  return {
    approved_cost: batch.cost,
    ...(batch.file_sha256 === null ? {} : { file_sha256: batch.file_sha256 }),
    ...((batch.revision ?? 0) === 0 ? {} : { revision: batch.revision }),
    ...(first === null ? {} : { first }),
  };
}

/**
 * Follows a campaign to its end. After its first rows it shows their outcomes, and asks whether to buy the others.
 * @throws CommandError when there is no one to ask, or the answer is no: the campaign stays paused.
 */
export async function watchToEnd(client: Client, terminal: Terminal, started: Batch): Promise<Batch> {
  const batch = await watchBatch(client, terminal, started);
  if (batch.pause?.code !== 'first_rows_done') return batch;

  const { id, reference } = batch;
  terminal.err(`${outcomeText(batch)}\n`);
  const question = `Buy the other ${batch.counts.waiting} rows? [y/N] `;
  if (!terminal.isInteractive || !isYes(await terminal.ask(question))) {
    throw new CommandError(
      `The campaign is paused after its first rows. To buy the others, run: bundlewire-client batch resume ${id}`,
      EXIT.notDone,
      'first_rows_done',
      reference,
    );
  }
  const advice = `The campaign may continue. To look at it, run: bundlewire-client batch watch ${id}`;
  const resumed = await knownOutcome({ reference, advice, signal: terminal.signal }, () =>
    client.batches.resume(id),
  );
  return watchToEnd(client, terminal, resumed);
}

function readFirst(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9][0-9]{0,6}$/.test(text)) throw wrongUsage(`--first ${text} is not a number of rows.`);
  return Number(text);
}

function isYes(answer: string): boolean {
  return /^y(es)?$/i.test(answer.trim());
}

/** The duplicates among the rows to be bought, as a part of a question. */
function repeatsText({ on_duplicate, counts }: Batch): string {
  const repeats = on_duplicate === 'buy' ? counts.duplicates - counts.refused : 0;
  return repeats > 0 ? `, ${repeats} of them duplicates,` : '';
}
