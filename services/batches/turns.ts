/** Shares the event loop between files, uploaded and sent, and everything else that the process serves. */
export interface Turns {
  /**
   * Resolves at once while the uploads of this turn of the event loop have time left, and in a later turn otherwise.
   * Await it before each piece of work; a piece takes a few milliseconds at most.
   */
  take(): Promise<void>;
}

/**
 * Longest that all files together work in one turn, not counting the piece that crosses the limit. A purchase takes several
 * turns, and a turn in which nothing else waits costs next to nothing.
 */
const BUDGET_MS = 2;

/** One for all uploads of a process: each on its own, a dozen of them would take a dozen budgets in one turn. */
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
