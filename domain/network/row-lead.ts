/** Purchases that a process may have between their claim and their first send, on each queue. */
export interface Lead {
  readonly most: number;
  /** More are started when so many are left: not one at a time. */
  readonly left: number;
}

/** Single purchases that came no longer ago than this are taken to go on coming. */
const SINGLES_MS = 2_000;
/** While no single purchase comes: as many as of those go at once, and some that are claimed meanwhile. */
const ALONE: Lead = { most: 20, left: 14 };
/** While some do: more would stand before the next. */
const ROWS_MAX = 8;
/** However slow single purchases are: rows that are claimed one by one or two by two cost more than they give them. */
const ROWS_MIN = 3;
/** Beside the first single purchase. */
export const ROWS_AT_FIRST = 4;
/** Of a single purchase from its admission to its first send, on an idle machine a fraction of it. */
const WAIT_MS = 200;
const STEP = { up: 0.1, down: 0.9 } as const;

/**
 * How many rows go beside single purchases, after one of those waited so long for its first send: fewer by a tenth after a
 * long wait, more by a tenth of a row after a short one. Whatever was started stands before the single purchase that comes
 * next, in Temporal and in the workers, so their waits say whether there are too many.
 */
export function rowsBeside(rows: number, waitedMs: number): number {
  const next = waitedMs > WAIT_MS ? rows * STEP.down : rows + STEP.up;
  return Math.min(ROWS_MAX, Math.max(ROWS_MIN, next));
}

/** @param rows as `rowsBeside` found them. @param sinceSingleMs since a single purchase was admitted. */
export function rowLead(rows: number, sinceSingleMs: number): Lead {
  if (sinceSingleMs >= SINGLES_MS) return ALONE;
  const most = Math.floor(rows);
  return { most, left: Math.floor(most / 2) };
}
