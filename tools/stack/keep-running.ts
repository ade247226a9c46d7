import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from './failure.ts';
import { describeExit, type ManagedProcess } from './process.ts';
import { watchTemporal } from './servers/temporal-watch.ts';
import type { Stack } from './stack.ts';
import type { ProgramName } from './stack-processes.ts';

/** A program that ends sooner than this counts as a failed start. */
const STEADY_MS = 10_000;
const FAILURES_MAX = 5;

export interface Supervision {
  /** Ends the supervision; resolves once no restart is under way. */
  readonly end: () => Promise<void>;
}

export interface SupervisionOptions {
  readonly log: (line: string) => void;
  readonly onRestart: () => void;
  /** Programs that run beside those of `stack.processes`. */
  readonly more?: ReadonlyMap<ProgramName, ManagedProcess>;
}

/**
 * Restarts our programs and Temporal's development server when they end unexpectedly, as a container platform would.
 * Also replaces Temporal's server when it no longer answers.
 */
export function keepRunning(
  stack: Stack,
  { log, onRestart, more = new Map() }: SupervisionOptions,
): Supervision {
  const ending = new AbortController();
  const ended = new Promise<null>((resolve) => {
    ending.signal.addEventListener('abort', () => resolve(null), { once: true });
  });

  const watch = async (name: ProgramName, first: ManagedProcess) => {
    let running = first;
    for (let failures = 0; ; ) {
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
      try {
        running = await stack.restart(name);
        onRestart();
      } catch (error) {
        log(messageOf(error));
      }
    }
  };
  const watching = Promise.all([
    ...(['api', 'worker', 'simulator', 'reloadly'] as const).map((name) =>
      watch(name, stack.processes[name]),
    ),
    ...[...more].map(([name, running]) => watch(name, running)),
    watchTemporal(stack.temporal, { log, onRestart, signal: ending.signal }),
  ]);
  return {
    end: async () => {
      ending.abort();
      await watching;
    },
  };
}
