import type { ApiError, NoAnswerError } from './errors.ts';

const PAUSE_MS = 250;
const PAUSE_MAX_MS = 8_000;

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

/** The pause that the service asks for; else one that doubles each time, with jitter so that clients do not return together. */
export function pauseAfter({ retryAfterSeconds }: ApiError | NoAnswerError, attempt: number): number {
  const grown = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
  return retryAfterSeconds === null ? grown : retryAfterSeconds * 1_000 + grown / 4;
}
