/** Waits for this many milliseconds. Rejects with the signal's reason when it is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

export interface WaitOptions {
  /** First pause between two requests, in milliseconds; 1,000 by default. It grows to ten times that, and to 15 s at most. */
  readonly everyMs?: number;
  /** Aborts the wait. */
  readonly signal?: AbortSignal;
}

/** Reads until what was read is over, with pauses that grow. */
export async function readUntil<T>(
  read: () => Promise<T>,
  isOver: (found: T) => boolean,
  { everyMs = 1_000, signal }: WaitOptions,
): Promise<T> {
  const longest = Math.max(everyMs, Math.min(15_000, everyMs * 10));
  for (let ms = everyMs; ; ms = Math.min(longest, ms * 1.5)) {
    const found = await read();
    if (isOver(found)) return found;
    await pause(ms, signal);
  }
}
