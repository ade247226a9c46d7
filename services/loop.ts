import type { Logger } from 'pino';

/** One of the relay's loops: woken by a notification or by its own sweep, whichever comes first. */
export interface Loop {
  readonly name: string;
  wake(): void;
  /** Ends after the pass under way. */
  stop(): Promise<void>;
}

/** When the next pass is due: immediately, after a short or a longer pause, or after a wake-up or the sweep. */
export type NextPass = 'more' | 'soon' | 'later' | 'done';

export interface LoopOptions {
  readonly name: string;
  /** Longest pause between two passes. */
  readonly everyMs: number;
  readonly pass: () => Promise<NextPass>;
  readonly log: Logger;
}

const PAUSE_MS = { soon: 25, later: 250, failed: 1_000 } as const;

/** Runs passes one after another until stopped. A pass that throws is logged and retried a second later. */
export function startLoop({ name, everyMs, pass, log }: LoopOptions): Loop {
  let stopped = false;
  let woken = false;
  let endPause = () => {};

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const running = (async () => {
    while (!stopped) {
      woken = false;
      const next = await pass().catch((error: unknown) => {
        log.warn({ err: error, loop: name }, 'relay pass failed; will retry');
        return 'failed' as const;
      });
      if (stopped || next === 'more' || (woken && next === 'done')) continue;
      await pause(next === 'done' ? everyMs : PAUSE_MS[next]);
    }
  })();

  return {
    name,
    wake() {
      woken = true;
      endPause();
    },
    async stop() {
      stopped = true;
      endPause();
      await running;
    },
  };
}
