import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from './failure.ts';
import { describeExit } from './process.ts';
import { watchTemporal } from './servers/temporal-watch.ts';
import type { Stack } from './stack.ts';

/** A program that ends sooner than this counts as a failed start. */
const STEADY_MS = 10_000;
const FAILURES_MAX = 5;

export interface Supervision {
  /** Ends the supervision; resolves once no restart is under way. */
  readonly end: () => Promise<void>;
}

/**
 * Restarts our programs and Temporal's development server when they end unexpectedly, as a container platform would.
 * Also replaces Temporal's server when it no longer answers.
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
        log(`The ${running.name} keeps ending, so it is not restarted. Its log is ${running.logFile}.`);
        return;
      }
      log(`The ${running.name} ended (${describeExit(outcome)}). Restarting it.`);
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
