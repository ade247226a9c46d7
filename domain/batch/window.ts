import type { AccountId, BatchId } from '../ids.ts';
import { accountShare } from '../network/pace.ts';

/** Completions of a batch on one network, as last observed. */
export interface Observation {
  readonly at: Date;
  /** Purchases that were final then. */
  readonly finals: number;
  /** Null until something was observed. */
  readonly perSecond: number | null;
}

/** Shorter spans measure the clock rather than the network. */
const SPAN_MS_MIN = 1_000;
/** Old spans fade with this time constant: long enough to smooth pages, short enough to see a network fall silent. */
const MEMORY_MS = 15_000;

/**
 * Observes again. `pending` are the purchases that are open now: while none was, nothing could complete, and the rate
 * stays as it was.
 */
export function observe(last: Observation | null, now: Date, finals: number, pending: number): Observation {
  if (last === null) return { at: now, finals, perSecond: null };

  const spanMs = now.getTime() - last.at.getTime();
  // After a clock was set back, nothing can be measured.
  if (spanMs < 0) return { ...last, at: now, finals };
  if (spanMs < SPAN_MS_MIN) return last;

  const completed = Math.max(0, finals - last.finals);
  if (completed === 0 && pending === 0) return { ...last, at: now };
  const perSecond = (completed * 1_000) / spanMs;
  const weight = last.perSecond === null ? 1 : 1 - Math.exp(-spanMs / MEMORY_MS);
  const before = last.perSecond ?? 0;
  // No completion yet is not a rate of 0: the first answers of a slow network are still to come.
  if (last.perSecond === null && completed === 0) return last;
  return { at: now, finals, perSecond: before + weight * (perSecond - before) };
}

/** A network as its batches share it. */
export interface SharedNetwork {
  readonly inFlightMax: number;
  readonly resolveWithinMs: number;
}

/** A batch that has rows waiting or purchases open at a network. */
export interface SharingBatch {
  readonly batchId: BatchId;
  readonly accountId: AccountId;
  /** Rows that it may release now. */
  readonly waiting: number;
  readonly pending: number;
  readonly perSecond: number | null;
}

/** Window of a network without observations. */
const WINDOW_UNKNOWN = 100;
/** Window of a network that has fallen silent: enough to notice when it answers again. */
const WINDOW_PROBE = 10;

/** Most purchases of batches that may be open: a tenth of one account's share of the budget stays free for its single purchases. */
export function batchBudget(inFlightMax: number): number {
  const share = accountShare(inFlightMax, 0);
  return Math.max(1, share - Math.max(1, Math.ceil(share / 10)));
}

/**
 * Most purchases of all batches that may be open at a network. It is as many as complete, at the observed rate,
 * within half of `resolve_within`, so that the last row released is still resolved in time.
 */
export function computeWindow(
  { inFlightMax, resolveWithinMs }: SharedNetwork,
  sharing: readonly SharingBatch[],
): number {
  const budget = batchBudget(inFlightMax);
  const rates = sharing.flatMap(({ perSecond }) => (perSecond === null ? [] : [perSecond]));
  if (rates.length === 0) return Math.min(budget, WINDOW_UNKNOWN);

  const perSecond = rates.reduce((total, rate) => total + rate, 0);
  const inTime = Math.floor((perSecond * resolveWithinMs) / 2_000);
  return Math.min(budget, Math.max(WINDOW_PROBE, inTime));
}

/** Time for which the rows released ahead of their sends should last. */
const AHEAD_MS = 1_000;
const AHEAD_MIN = 10;

/**
 * How many more rows a batch may release before those it has released are sent. What is released is out of PostgreSQL's
 * order as soon as it is admitted: a single purchase that comes later would wait behind it.
 * @param perSecond completions of this batch on the network; null where none was observed yet.
 * @param unsent its purchases there that were not sent yet.
 */
export function roomAhead(perSecond: number | null, unsent: number): number {
  const most =
    perSecond === null ? WINDOW_UNKNOWN : Math.max(AHEAD_MIN, Math.floor((perSecond * AHEAD_MS) / 1_000));
  return Math.max(0, most - unsent);
}

/** Pauses between two looks at a batch whose rows wait for room. */
const LOOK_MS = { min: 100, max: 500 } as const;

/** What one network still had to send of a batch at the last look. */
export interface Unsent {
  /** How many of the batch it is known to send or complete; null where nothing was observed yet. */
  readonly perSecond: number | null;
  /** Its purchases that were not sent yet, before the look released any. */
  readonly before: number;
  readonly after: number;
}

/**
 * Until the next look at a batch whose rows wait for room, in milliseconds: until the fastest network has sent half of what it has
 * left. A network that had nothing left is looked at soon: it may be faster than was observed, or have room as soon as a purchase
 * is final.
 * @param networks those for which rows wait.
 */
export function untilNextLook(networks: readonly Unsent[]): number {
  const halves = networks.map(({ perSecond, before, after }) =>
    perSecond === null || before === 0 ? LOOK_MS.min : (after * 1_000) / perSecond / 2,
  );
  return Math.round(Math.min(LOOK_MS.max, Math.max(LOOK_MS.min, Math.min(...halves))));
}

/** How many rows a batch may release at a network now: its fair share of the window, less what it has open. */
export function computeRowCapacity(
  batchId: BatchId,
  network: SharedNetwork,
  sharing: readonly SharingBatch[],
): number {
  const window = computeWindow(network, sharing);
  const open = sharing.reduce((total, { pending }) => total + pending, 0);
  const mine = sharing.find((batch) => batch.batchId === batchId);
  if (mine === undefined) return 0;

  const demands = new Map<AccountId, number>();
  for (const { accountId, waiting, pending } of sharing) {
    demands.set(accountId, (demands.get(accountId) ?? 0) + waiting + pending);
  }
  const ofAccount = fairShares(window, demands).get(mine.accountId) ?? 0;
  const own = sharing.filter(({ accountId }) => accountId === mine.accountId);
  const ofBatches = fairShares(
    ofAccount,
    new Map(own.map((batch) => [batch.batchId, batch.waiting + batch.pending])),
  );
  const share = ofBatches.get(batchId) ?? 0;
  return Math.max(0, Math.min(share - mine.pending, window - open, mine.waiting));
}

/** Divides a whole by demand: no one gets more than their demand, and what some leave goes to the others. */
export function fairShares<K>(whole: number, demands: ReadonlyMap<K, number>): Map<K, number> {
  const shares = new Map<K, number>();
  let left = whole;
  let asking = demands.size;
  for (const [key, demand] of [...demands].sort(([, a], [, b]) => a - b)) {
    // Rounded up: with more demands than places, each may take the next free one.
    const share = Math.min(demand, Math.ceil(left / asking));
    shares.set(key, share);
    left = Math.max(0, left - share);
    asking -= 1;
  }
  return shares;
}
