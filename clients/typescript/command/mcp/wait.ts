import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 1_000;

/** Reads until it is final or the time is over. */
export async function waitUntil<T>(
  read: () => Promise<T>,
  isFinal: (found: T) => boolean,
  seconds: number,
  signal: AbortSignal,
): Promise<{ readonly final: boolean; readonly object: T }> {
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    const object = await read();
    const final = isFinal(object);
    if (final || performance.now() + LOOK_MS > end) return { final, object };
    await sleep(LOOK_MS, undefined, { signal });
  }
}
