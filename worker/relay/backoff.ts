const FIRST_MS = 250;
const LONGEST_MS = 5_000;

/** Keys that failed and are retried after a pause that doubles with each failure. */
export interface Backoff<Key> {
  /** Postpones a key after a failure; returns the pause in milliseconds. */
  postpone(key: Key): number;
  /** Forgets the failures of a key. */
  clear(key: Key): void;
  /** Keys whose pause has not ended. */
  waiting(): Key[];
}

/** Pauses from 250 ms to 5 s, kept in this process. A key that is not retried within a minute after its pause is forgotten. */
export function createBackoff<Key>(now: () => number = () => performance.now()): Backoff<Key> {
  const failed = new Map<Key, { failures: number; until: number }>();
  return {
    postpone(key) {
      const failures = (failed.get(key)?.failures ?? 0) + 1;
      const pauseMs = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
      failed.set(key, { failures, until: now() + pauseMs });
      return pauseMs;
    },
    clear: (key) => void failed.delete(key),
    waiting() {
      const at = now();
      for (const [key, { until }] of failed) if (until < at - 60_000) failed.delete(key);
      return [...failed].flatMap(([key, { until }]) => (until > at ? [key] : []));
    },
  };
}
