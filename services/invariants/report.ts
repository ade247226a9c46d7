/** The fifteen promises that are checked: each as a sentence, with the singular and plural name of what it counts. */
export const INVARIANTS = {
  1: { title: 'No account has a negative balance.', units: ['account', 'accounts'] },
  2: {
    title: 'Every account holds exactly the price of its pending purchases.',
    units: ['account', 'accounts'],
  },
  3: {
    title: 'Every balance equals the sum of its statement lines and matches the last line.',
    units: ['account', 'accounts'],
  },
  4: {
    title: 'Statement lines are numbered without gaps, add up, and are in order of time.',
    units: ['line', 'lines'],
  },
  5: {
    title: 'Every purchase was charged and refunded exactly as its status requires.',
    units: ['purchase', 'purchases'],
  },
  6: {
    title: 'Closed statements add up, continue the day before, and match their seals.',
    units: ['statement', 'statements'],
  },
  7: {
    title: 'Every final state has exactly one event of its type.',
    units: ['purchase', 'purchases'],
  },
  8: {
    title: 'Every pending purchase is waiting to start or has a running workflow.',
    units: ['pending purchase', 'pending purchases'],
  },
  9: {
    title: 'Every charged order was delivered once, and every other delivery is on record.',
    units: ['order', 'orders'],
  },
  10: { title: 'No account used a reference twice.', units: ['purchase', 'purchases'] },
  11: {
    title: 'The money of every campaign equals its statement lines and holds.',
    units: ['campaign', 'campaigns'],
  },
  12: {
    title: 'No row of a campaign and its retries was bought twice.',
    units: ['retry', 'retries'],
  },
  13: {
    title: 'The audit log is complete, and no entry was changed.',
    units: ['entry', 'entries'],
  },
  14: {
    title: 'No key spent more than its caps, and their counters match its purchases.',
    units: ['key with a cap', 'keys with a cap'],
  },
  15: {
    title: 'Every record of a purchase, event or account belongs to one that exists.',
    units: ['record', 'records'],
  },
} as const satisfies Record<number, { title: string; units: readonly [one: string, many: string] }>;

export type InvariantNumber = keyof typeof INVARIANTS;

/** A row that breaks an invariant: its identifier as people know it, and the fault. */
export interface BrokenRow {
  readonly row: string;
  readonly why: string;
}

/** The result of one check. `not_checked` says nothing about the invariant; never read it as holding. */
export type Finding =
  | { readonly kind: 'holds'; readonly checked: number; readonly broken: readonly []; readonly total: 0 }
  | {
      readonly kind: 'broken';
      readonly checked: number;
      /** The first of them; `total` counts all. */
      readonly broken: readonly BrokenRow[];
      readonly total: number;
    }
  | {
      readonly kind: 'not_checked';
      readonly why: string;
      readonly checked: 0;
      readonly broken: readonly [];
      readonly total: 0;
    };

export type InvariantResult = Finding & {
  readonly number: InvariantNumber;
  readonly title: string;
  /** What `checked` counts. */
  readonly unit: string;
};

export interface Report {
  /** In order of number. */
  readonly results: readonly InvariantResult[];
}

/** Most rows that are named per invariant; the rest are counted. */
export const NAMED_ROWS_MAX = 20;

/** The finding over `checked` things of which these are broken. */
export function found(checked: number, broken: readonly BrokenRow[], total = broken.length): Finding {
  if (total === 0) return { kind: 'holds', checked, broken: [], total: 0 };
  return { kind: 'broken', checked, broken: broken.slice(0, NAMED_ROWS_MAX), total };
}

/** The finding of a check that could not be made. */
export function notChecked(why: string): Finding {
  return { kind: 'not_checked', why, checked: 0, broken: [], total: 0 };
}

/** A finding under its number and title. */
export function toResult(number: InvariantNumber, finding: Finding): InvariantResult {
  const { title, units } = INVARIANTS[number];
  return { number, title, unit: finding.checked === 1 ? units[0] : units[1], ...finding };
}

/** Whether no checked invariant is broken. */
export function nothingBroken({ results }: Report): boolean {
  return results.every(({ kind }) => kind !== 'broken');
}
