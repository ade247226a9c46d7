import { setTimeout as sleep } from 'node:timers/promises';
import { Presets, SingleBar } from 'cli-progress';
import { type Batch, type Client, NoAnswerError } from '../../../clients/typescript/src/index.ts';
import { escapeOneLine } from '../../control-characters.ts';
import { CliError, EXIT } from '../../failure.ts';
import type { Terminal } from '../../terminal.ts';
import { countFinal, progressText, untilText } from './text.ts';

const LOOK_MS = 1_000;
/** Pause between two lines, where there is no bar. */
const LINE_MS = 10_000;
/** After so long without an answer, watching ends. */
const SILENT_MS = 10 * 60_000;

/**
 * Shows the progress of a campaign until nothing of it is open: with a bar on a terminal, else line by line. It only reads, so
 * it may be interrupted at any time; `batch watch` continues.
 * @throws CliError when it was interrupted, or the API has not answered for ten minutes.
 */
export async function watchBatch(api: Client, terminal: Terminal, first: Batch): Promise<Batch> {
  const stopping = new AbortController();
  const interrupt = () => stopping.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const display = terminal.isInteractive && process.stderr.isTTY === true ? bar() : lines(terminal);
  try {
    return await follow(api, first, display, stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    throw new CliError(
      `\nStopped watching. The campaign continues. To watch it again: bundlewire batch watch ${first.id}`,
    );
  } finally {
    display.end();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

async function follow(api: Client, first: Batch, display: Display, signal: AbortSignal): Promise<Batch> {
  let batch = first;
  let answeredAt = performance.now();
  for (;;) {
    display.show(batch);
    if (isOver(batch)) return batch;
    await sleep(LOOK_MS, undefined, { signal });
    try {
      batch = await api.batches.get(first.id);
      answeredAt = performance.now();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof NoAnswerError)) throw error;
      if (performance.now() - answeredAt < SILENT_MS) continue;
      throw new CliError(
        `The API has not answered for 10 minutes. The campaign continues. To watch it again: bundlewire batch watch ${first.id}`,
        EXIT.cannot,
      );
    }
  }
}

/** A cancelled campaign is over when its pending purchases have ended. */
function isOver({ status, counts }: Batch): boolean {
  if (status === 'completed' || status === 'rejected' || status === 'ready') return true;
  return status === 'canceled' && counts.pending === 0;
}

interface Display {
  show(batch: Batch): void;
  end(): void;
}

function bar(): Display {
  const shown = new SingleBar(
    {
      format:
        '{bar} {percentage}% · {delivered} delivered, {failed} failed, {pending} pending, {waiting} waiting · {until}',
      stream: process.stderr,
      hideCursor: true,
      stopOnComplete: false,
      barsize: 24,
    },
    Presets.shades_classic,
  );
  let started = false;
  return {
    show(batch) {
      const { counts } = batch;
      if (!started) shown.start(Math.max(1, counts.valid), 0, payload(batch));
      started = true;
      shown.update(countFinal(counts), payload(batch));
    },
    end: () => started && shown.stop(),
  };
}

function payload({ status, counts, pause, estimated_completion_at: estimated }: Batch): object {
  return {
    delivered: counts.successful,
    failed: counts.failed + counts.refused,
    pending: counts.pending,
    waiting: counts.waiting,
    until: escapeOneLine(untilText(status, pause, estimated)),
  };
}

function lines(terminal: Terminal): Display {
  let shown = '';
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(batch) {
      const text = progressText(batch);
      const now = performance.now();
      if (text === shown || (now - shownAt < LINE_MS && !isOver(batch))) return;
      terminal.err(`${text}\n`);
      shown = text;
      shownAt = now;
    },
    end() {},
  };
}
