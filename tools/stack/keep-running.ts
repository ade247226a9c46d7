import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from './failure.ts';
import { describeExit } from './process.ts';
import { watchTemporal } from './servers/temporal-watch.ts';
import type { Stack } from './stack.ts';

/** A program that ran for less counts as one that cannot stay up. */
const STEADY_MS = 10_000;
const FAILURES_MAX = 5;

export interface Supervision {
  /** Ends it; resolves when no restart is under way any more. */
  readonly end: () => Promise<void>;
}

/**
 * Starts our programs, and Temporal's development server, again when they end without having been asked to, as a container
 * platform would. Temporal's server is replaced as well when it no longer answers.
 */
export function keepRunning(
  stack: Stack,
  { log, onRestart }: { readonly log: (line: string) => void; readonly onRestart: () => void },
): Supervision {
  const ending = new AbortController();
  const ended = new Promise<null>((resolve) => {
    ending.signal.addEventListener('abort', () => resolve(null), { once: true });
  });

  const watch = async (name: keyof Stack['processes']) => {
    for (let failures = 0; ; ) {
      const running = stack.processes[name];
      const begin = performance.now();
      const outcome = await Promise.race([running.exited, ended]);
      if (outcome === null || ending.signal.aborted) return;

      failures = performance.now() - begin < STEADY_MS ? failures + 1 : 0;
      if (failures > FAILURES_MAX) {
        log(`The ${running.name} does not stay up and is left down; its log is ${running.logFile}.`);
        return;
      }
      log(`The ${running.name} ended (${describeExit(outcome)}) and is started again.`);
      await sleep(failures * 500);
      if (ending.signal.aborted) return;
      await stack.restart(name).then(onRestart, (error: unknown) => log(messageOf(error)));
    }
  };
  const watching = Promise.all([
    ...(['api', 'worker', 'simulator', 'reloadly'] as const).map(watch),
    watchTemporal(stack.temporal, { log, onRestart, signal: ending.signal }),
  ]);
  return {
    end: async () => {
      ending.abort();
      await watching;
    },
  };
}
