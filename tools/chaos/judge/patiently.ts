import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 120_000;
const PAUSE_MS = 1_000;

/** Repeats a step that fails while servers are still coming back. @throws what it threw last, after two minutes */
export async function patiently<T>(step: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
