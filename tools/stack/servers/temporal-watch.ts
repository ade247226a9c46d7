import { setTimeout as sleep } from 'node:timers/promises';
import { assertNever } from '../../../domain/assert-never.ts';
import { answers } from '../../../worker/temporal/namespace.ts';
import { messageOf } from '../failure.ts';
import { isRunning } from '../pid.ts';
import type { Temporal } from './temporal.ts';

/** How long the server may be silent, and how large its log may grow, before it is replaced. */
export interface Patience {
  readonly everyMs: number;
  /** For one answer. */
  readonly limitMs: number;
  /** Answers missed in a row. */
  readonly missesMax: number;
  readonly logBytesMax: number;
}

/** Over a minute of silence: an overloaded machine makes the server slow, and killing it then would not help. */
const PATIENCE: Patience = { everyMs: 3_000, limitMs: 15_000, missesMax: 4, logBytesMax: 1024 ** 3 };

export interface WatchOptions {
  readonly log: (line: string) => void;
  readonly onRestart: () => void;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  readonly patience?: Patience;
}

type Condition = 'well' | 'ended' | 'silent' | 'log_too_large';

/**
 * Replaces Temporal's development server when it has ended, no longer answers, or lets its log grow without limit (as a
 * lost read transaction makes it do). Its file keeps everything. Resolves once `signal` is aborted and no restart is
 * under way. A server that another process started is left alone.
 */
export async function watchTemporal(
  temporal: Temporal,
  { log, onRestart, signal, patience = PATIENCE }: WatchOptions,
): Promise<void> {
  if (temporal.pid === null) return;
  let misses = 0;
  for (;;) {
    await sleep(patience.everyMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const condition = await conditionOf(temporal, patience);
    if (signal.aborted) return;

    misses = condition === 'silent' ? misses + 1 : 0;
    if (condition === 'well' || (condition === 'silent' && misses < patience.missesMax)) continue;
    log(`The Temporal server ${inWords(condition)}. Restarting it with the same data.`);
    misses = 0;
    await temporal.restart().then(onRestart, (error: unknown) => log(messageOf(error)));
  }
}

async function conditionOf(temporal: Temporal, { limitMs, logBytesMax }: Patience): Promise<Condition> {
  if (temporal.pid === null || !isRunning(temporal.pid)) return 'ended';
  if (temporal.logBytes() > logBytesMax) return 'log_too_large';
  return (await answers(temporal, limitMs)) ? 'well' : 'silent';
}

function inWords(condition: Exclude<Condition, 'well'>): string {
  switch (condition) {
    case 'ended':
      return 'ended';
    case 'silent':
      return 'does not answer';
    case 'log_too_large':
      return 'lets its database log grow without limit';
    default:
      return assertNever(condition);
  }
}
