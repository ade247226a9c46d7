import type { Batch, Client } from '../../src/index.ts';
import { wrongUsage } from '../failure.ts';
import { EXIT, type ExitCode, type Given, type Session, type Shown } from '../spec.ts';
import type { Terminal } from '../terminal.ts';
import { saveResults } from './results.ts';
import { startBatch, watchToEnd } from './start.ts';
import { checkText, outcomeText } from './text.ts';
import { readRepair, uploadFile } from './upload.ts';

/** `batch check`: uploads a file and shows what it would cost. */
export async function checkFile({ terminal, api }: Session, given: Given): Promise<Shown> {
  const [file = ''] = given.args;
  const checked = await uploadFile(api(), file, given, terminal.signal);
  const isGood = checked.status !== 'rejected' && checked.counts.invalid === 0;
  return { json: checked, text: checkText(checked), exitCode: isGood ? EXIT.done : EXIT.notDone };
}

/** `batch run`: uploads a file, starts the campaign, follows it to its end and saves the results. */
export async function runFile({ terminal, api }: Session, given: Given): Promise<Shown> {
  const [file = ''] = given.args;
  const client = api();
  const uploaded = await uploadFile(client, file, given, terminal.signal);
  terminal.err(`${checkText(uploaded)}\n`);
  const checked = await decideCorrections(client, terminal, uploaded, given);
  if (checked.status === 'rejected') return shownOutcome(checked, EXIT.notDone);

  const started = checked.status === 'ready' ? await startBatch(client, terminal, checked, given) : checked;
  const ended = await watchToEnd(client, terminal, started);
  if (!given.flag('no-results')) {
    const path = given.value('results') ?? `${file.replace(/\.(?:csv|xlsx|xlsm|ods)$/i, '')}.results.csv`;
    await saveResults(client, ended.id, {}, path);
    terminal.err(`Results: ${path}\n`);
  }
  return shownOutcome(ended, toExitCode(ended));
}

/** Asks once whether to use the corrected numbers, unless an option says it. */
async function decideCorrections(
  { batches }: Client,
  terminal: Terminal,
  batch: Batch,
  given: Given,
): Promise<Batch> {
  const { id, corrections, status } = batch;
  if (corrections?.state !== 'proposed' || status !== 'ready') return batch;
  const repair = readRepair(given);
  if (repair === 'accept') return batches.acceptCorrections(id);
  if (repair === 'never') return batches.rejectCorrections(id);
  if (!terminal.isInteractive)
    throw wrongUsage(
      'Numbers were corrected, and nothing was bought. Run the command again with --repair accept to use them, or with --repair never to skip their rows.',
    );
  const question =
    corrections.count === 1
      ? '1 number corrected. Use it? If not, its row is skipped.'
      : `${corrections.count} numbers corrected. Use them? If not, their rows are skipped.`;
  const answer = await terminal.ask(`${question} [y/N] `);
  const isYes = /^y(es)?$/i.test(answer.trim());
  return isYes ? batches.acceptCorrections(id) : batches.rejectCorrections(id);
}

/** 0 when every row of the file was delivered. */
export function toExitCode({ counts }: Batch): ExitCode {
  return counts.successful === counts.rows ? EXIT.done : EXIT.notDone;
}

/** A campaign on the screen. */
export function shownOutcome(batch: Batch, exitCode: ExitCode): Shown {
  return { json: batch, text: outcomeText(batch), exitCode };
}
