const BEAT_MS = 100;
/** No busy machine leaves a process without the processor for this long; one that is paused does. */
const STALL_MS = 500;
const ROUNDS_MAX = 20;

/**
 * Repeats work that measures real time while this process stood still during it. After a pause, timers that have ended
 * run before what came in meanwhile is read, so what took no time looks late.
 */
export async function withoutStall<T>(work: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    let last = performance.now();
    let longestMs = 0;
    const beat = () => {
      const now = performance.now();
      longestMs = Math.max(longestMs, now - last);
      last = now;
    };
    const heart = setInterval(beat, BEAT_MS);
    const result = await work().finally(() => clearInterval(heart));
    beat();
    if (longestMs < STALL_MS || round === ROUNDS_MAX) return result;
  }
}

/** Repeats work until it took less than this: then what was to happen so much later cannot have happened in it. */
export async function withinMs<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    const began = performance.now();
    const result = await work();
    if (performance.now() - began < limitMs || round === ROUNDS_MAX) return result;
  }
}

/** Repeats work while its result is not the one meant: a call whose time was used up before it left, for example. */
export async function repeatWhile<T>(isOther: (result: T) => boolean, work: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    const result = await work();
    if (!isOther(result) || round === ROUNDS_MAX) return result;
  }
}
