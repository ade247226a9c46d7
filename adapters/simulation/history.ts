/** What happened at the gateway to one reference. */
export interface Happening {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly reference: string;
  /** `submitted`: a submit arrived, whether it was taken or not. `denied`: an inquiry was answered with "no such order". */
  readonly what: 'submitted' | 'taken' | 'delivered' | 'failed' | 'reversed' | 'denied';
}

/** Everything that happened, in order, for tests that compare it with what the product stored. */
export interface History {
  /** Keeps what happens from now on; until then, nothing is kept. */
  keep(): void;
  note(reference: string, what: Happening['what']): void;
  all(): readonly Happening[];
}

/** A history in memory. It does not survive a restart. */
export function createHistory(): History {
  const happenings: Happening[] = [];
  let isKept = false;
  return {
    keep() {
      isKept = true;
    },
    note(reference, what) {
      if (isKept) happenings.push({ atMs: Date.now(), reference, what });
    },
    all: () => happenings,
  };
}
