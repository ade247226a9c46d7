/** Runs work when a slot is free; work that waits is started in its order. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** As many slots as clients that ask at the same time. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // A slot goes to who waits first, and is not free in between.
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
