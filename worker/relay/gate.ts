/** Lets some pass at once; the others wait, first come first served. */
export interface Gate {
  /** Resolves when its turn has come. */
  enter(): Promise<void>;
  /** To be called once for each that has entered. */
  leave(): void;
}

export function createGate(most: number): Gate {
  const waiting: (() => void)[] = [];
  let free = most;
  return {
    enter() {
      if (free === 0) return new Promise((resolve) => waiting.push(resolve));
      free -= 1;
      return Promise.resolve();
    },
    leave() {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}
