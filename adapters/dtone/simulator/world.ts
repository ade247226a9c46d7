import { type Book, createBook } from './book.ts';
import { createCallbackSender } from './callbacks.ts';
import { type Journal, NO_JOURNAL, openJournal, replayJournal } from './journal.ts';
import { createOperator, type Operator, resumeOrders, stopOperator } from './operator.ts';
import { createScripts, type Scripts } from './scripts.ts';

/** One line of the log: never a phone number, never a secret. */
export interface LogLine {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** Everything a running simulator knows. */
export interface World {
  readonly book: Book;
  readonly journal: Journal;
  readonly operator: Operator;
  readonly scripts: Scripts;
  readonly log: LogLine[];
  readonly timeScale: number;
  readonly lateAnswerMs: number;
  submitLatencyMs: number;
  inquiryLatencyMs: number;
  /** Waits so many milliseconds, scaled; cut short when the simulator closes. */
  pause(ms: number): Promise<void>;
  /** Lets go of every pause and stops the operator. */
  release(): void;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly timeScale: number;
  readonly seed: number;
  readonly lateAnswerMs: number;
  readonly bookFile: string | null;
}

/** Opens a world, with the book of an earlier run where a file keeps one. */
export async function openWorld({ timeScale, seed, lateAnswerMs, bookFile }: WorldOptions): Promise<World> {
  const book = createBook();
  if (bookFile !== null) await replayJournal(bookFile, book);
  const journal = bookFile === null ? NO_JOURNAL : openJournal(bookFile);
  const callbacks = createCallbackSender(timeScale);
  const operator = createOperator({ journal, callbacks, timeScale, random: createRandom(seed) });
  resumeOrders(operator, book);

  const pauses = new Set<() => void>();
  return {
    book,
    journal,
    operator,
    scripts: createScripts(),
    log: [],
    timeScale,
    lateAnswerMs,
    submitLatencyMs: 0,
    inquiryLatencyMs: 0,
    pause: (ms) => pauseUntilReleased(ms * timeScale, pauses),
    release() {
      stopOperator(operator);
      for (const wake of pauses) wake();
    },
    async close() {
      await callbacks.close();
      journal.close();
    },
  };
}

function pauseUntilReleased(ms: number, pauses: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      pauses.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    pauses.add(wake);
  });
}

/** Mulberry32: the same seed gives the same delays. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
