/** Shares the event loop between files, uploaded or downloaded, and everything else that the process serves. */
export interface Turns {
  /**
   * Resolves immediately while the files of this turn of the event loop have time left, otherwise in a later turn.
   * Await it before each piece of work; a piece takes a few milliseconds at most.
   */
  take(): Promise<void>;
}

/**
 * Longest that all files together work in one turn, without the piece that crosses the limit. A purchase takes several turns,
 * and a turn in which nothing else waits costs almost nothing.
 */
const BUDGET_MS = 2;

/** Shared by all uploads of a process: with separate budgets, a dozen uploads would take twelve in one turn. */
export function createTurns(now: () => number = () => performance.now()): Turns {
  const waiting: (() => void)[] = [];
  let beganAt: number | null = null;

  const begin = () => {
    beganAt = now();
    setImmediate(next);
  };
  const next = () => {
    beganAt = null;
    const resume = waiting.shift();
    if (resume === undefined) return;
    begin();
    resume();
  };

  return {
    async take() {
      if (beganAt === null) begin();
      else if (waiting.length > 0 || now() - beganAt >= BUDGET_MS) {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
}
