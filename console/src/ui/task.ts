import { useState } from 'react';

/** Work that a person started: one at a time, with what went wrong. */
export function useTask() {
  const [error, setError] = useState<unknown>(null);
  const [isRunning, setRunning] = useState(false);
  return {
    error,
    isRunning,
    /** @returns whether it was done */
    async run(work: () => Promise<unknown>): Promise<boolean> {
      if (isRunning) return false;
      setRunning(true);
      setError(null);
      try {
        await work();
        return true;
      } catch (problem) {
        setError(problem);
        return false;
      } finally {
        setRunning(false);
      }
    },
  };
}
