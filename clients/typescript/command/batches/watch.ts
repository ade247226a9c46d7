import { setTimeout as sleep } from 'node:timers/promises';
import { type Batch, type Client, NoAnswerError } from '../../src/index.ts';
import { CommandError } from '../failure.ts';
import { escapeOneLine } from '../show/characters.ts';
import { EXIT } from '../spec.ts';
import type { Terminal } from '../terminal.ts';
import { progressText } from './text.ts';

const LOOK_MS = 1_000;
/** Pause between two lines of progress. */
const LINE_MS = 10_000;
/** After so long without an answer, watching ends. */
const SILENT_MS = 10 * 60_000;

/**
 * Shows the progress of a campaign, line by line, until nothing of it is open. It only reads, so it may be interrupted at any
 * time; `batch watch` continues.
 * @throws CommandError when it was stopped, or the API has not answered for ten minutes.
 */
export async function watchBatch(api: Client, terminal: Terminal, first: Batch): Promise<Batch> {
  try {
    return await follow(api, first, terminal);
  } catch (error) {
    if (!terminal.signal.aborted) throw error;
    throw continues(first, 'Stopped watching.');
  }
}

async function follow(api: Client, first: Batch, terminal: Terminal): Promise<Batch> {
  const show = lines(terminal);
  let batch = first;
  let answeredAt = performance.now();
  for (;;) {
    show(batch);
    if (isOver(batch)) return batch;
    await sleep(LOOK_MS, undefined, { signal: terminal.signal });
    try {
      batch = await api.batches.get(first.id);
      answeredAt = performance.now();
    } catch (error) {
      terminal.signal.throwIfAborted();
      if (!(error instanceof NoAnswerError)) throw error;
      if (performance.now() - answeredAt < SILENT_MS) continue;
      throw continues(first, 'The API has not answered for 10 minutes.');
    }
  }
}

function continues({ id, reference }: Batch, why: string): CommandError {
  return new CommandError(
    `${why} The campaign continues. To watch it again, run: bundlewire-client batch watch ${id}`,
    EXIT.unknown,
    'outcome_unknown',
    reference,
  );
}

/** A cancelled campaign is over when its pending purchases have ended. One that waits after its first rows needs an answer. */
function isOver({ status, counts, pause }: Batch): boolean {
  if (status === 'completed' || status === 'rejected' || status === 'ready') return true;
  if (pause?.code === 'first_rows_done') return true;
  return status === 'canceled' && counts.pending === 0;
}

function lines(terminal: Terminal): (batch: Batch) => void {
  let shown = '';
  let shownAt = Number.NEGATIVE_INFINITY;
  return (batch) => {
    const text = escapeOneLine(progressText(batch));
    const now = performance.now();
    if (text === shown || (now - shownAt < LINE_MS && !isOver(batch))) return;
    terminal.err(`${text}\n`);
    shown = text;
    shownAt = now;
  };
}
