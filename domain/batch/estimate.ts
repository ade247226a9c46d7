import type { AccountId } from '../ids.ts';
import { type Measured, measuredRate } from './measured.ts';
import { secondsUntilReleased, type WaitingBatch } from './shared-time.ts';
import { batchBudget } from './window.ts';

/** A batch on one of its networks, as far as it limits how long the batch takes. */
export interface NetworkWork {
  readonly name: string;
  /** Whether it takes purchases now. */
  readonly accepting: boolean;
  /** Rows that were not released yet, and purchases that are not final. */
  readonly waiting: number;
  readonly pending: number;
  /** Purchases that are final. */
  readonly finals: number;
  /** Since the batch started. */
  readonly elapsedMs: number;
  /** Null if nothing is pending. */
  readonly inFlight: InFlight | null;
  readonly resolveWithinMs: number;
  /** Pace and budget of its queue; null if it has none. */
  readonly ratePerSecond: number | null;
  readonly inFlightMax: number | null;
  /** Of all batches there. */
  readonly measured: Measured | null;
  /** Completions of this batch per second, as last observed; null if none were. */
  readonly ownPerSecond: number | null;
  /** Other batches that run there. */
  readonly others: readonly (WaitingBatch & { readonly pending: number })[];
}

/** The ages of the purchases of a batch that are pending on a network, since they were sent; 0 for those that were not. */
export interface InFlight {
  readonly oldestMs: number;
  readonly youngestMs: number;
  /** The oldest that is not late; null if all are. */
  readonly oldestInTimeMs: number | null;
  readonly late: number;
  /** How many are at least half as old as the late ones, and not late. */
  readonly slow: number;
  /** Until the last late one reaches its `resolve_by`; 0 if none is late. */
  readonly lateEndsInMs: number;
}

/** A purchase is late when it is older than this part of its time until `resolve_by`, and than this in seconds. */
export const LATE = { part: 0.1, secondsMin: 30 } as const;

/** If more than this part of the purchases is late, lateness is no exception. */
const LATE_PART_MAX = 0.05;

/** An estimate further away than this is useless. */
const ESTIMATE_MS_MAX = 30 * 24 * 3_600_000;

export type Estimate =
  | { readonly kind: 'ends'; readonly inMs: number }
  | { readonly kind: 'unavailable' | 'measuring' | 'too_slow'; readonly network: string };

/**
 * How long a batch takes from now: as long as its slowest network, until its last purchase is final. A network that must be waited
 * for and of which nothing can be said leaves the whole open.
 */
export function estimateBatch(accountId: AccountId, now: Date, networks: readonly NetworkWork[]): Estimate {
  const found = networks
    .filter(({ waiting, pending }) => waiting + pending > 0)
    .map((work) => estimateNetwork(accountId, now, work));
  const open = found.find(({ kind }) => kind === 'unavailable') ?? found.find(({ kind }) => kind !== 'ends');
  if (open !== undefined) return open;
  const inMs = Math.max(0, ...found.map((each) => (each.kind === 'ends' ? each.inMs : 0)));
  return { kind: 'ends', inMs: Math.ceil(inMs) };
}

function estimateNetwork(accountId: AccountId, now: Date, work: NetworkWork): Estimate {
  const { name: network, waiting, pending, others } = work;
  if (waiting > 0 && !work.accepting) return { kind: 'unavailable', network };
  const late = lateOnes(work);
  const inTime = pending - late;
  const perSecond = capacityOf(work, now) ?? (waiting === 0 ? work.ownPerSecond : null);
  if (waiting + inTime > 0 && (perSecond === null || perSecond <= 0)) return { kind: 'measuring', network };

  const takesMs = (rows: number) =>
    rows <= 0 || perSecond === null
      ? 0
      : secondsUntilReleased(perSecond, { accountId, waiting: rows, perSecond: work.ownPerSecond }, others) *
        1_000;
  const releasedMs = takesMs(waiting);
  const inMs = Math.max(
    releasedMs + waitMs(work, late, takesMs(waiting + inTime) - releasedMs),
    late === 0 ? 0 : (work.inFlight?.lateEndsInMs ?? 0),
    lastLateMs(work, late, releasedMs),
  );
  return inMs > ESTIMATE_MS_MAX ? { kind: 'too_slow', network } : { kind: 'ends', inMs };
}

/** What the network completes of all batches per second: as measured, but no more than its pace and its budget allow now. */
function capacityOf({ measured, ratePerSecond, inFlightMax, pending, others }: NetworkWork, now: Date) {
  const rate = measuredRate(measured, now);
  if (rate === null) return null;
  const open = others.reduce((total, other) => total + other.pending, pending);
  const budget = inFlightMax === null ? open : batchBudget(inFlightMax);
  return Math.min(rate, ratePerSecond ?? rate) * (budget < open ? budget / open : 1);
}

/**
 * How many purchases the network leaves open until `resolve_by`, against its habit. A network that is only slow answers late ones too:
 * then few are much older than the slow ones, and none is nearly as old as the batch.
 */
function lateOnes({ pending, finals, inFlight, elapsedMs, resolveWithinMs }: NetworkWork): number {
  if (inFlight === null || inFlight.oldestMs < Math.min(elapsedMs, resolveWithinMs) / 2) return 0;
  const late = Math.min(inFlight.late, pending);
  return late < inFlight.slow || late > LATE_PART_MAX * (pending + finals) ? 0 : late;
}

/** From the last release until its outcome: the oldest purchase now shows how long the slower ones take. */
function waitMs({ waiting, pending, inFlight, resolveWithinMs }: NetworkWork, late: number, drainMs: number) {
  if (pending === late || inFlight === null) return Math.min(drainMs, resolveWithinMs);
  const oldest = (late === 0 ? inFlight.oldestMs : inFlight.oldestInTimeMs) ?? 0;
  const slowest = waiting > 0 ? oldest : oldest - inFlight.youngestMs;
  return Math.min(Math.max(drainMs, slowest), resolveWithinMs);
}

/** When the last of the late purchases to come will be final, if as large a part of the rows is late as until now. */
function lastLateMs(
  { waiting, pending, finals, resolveWithinMs }: NetworkWork,
  late: number,
  releasedMs: number,
) {
  if (late === 0 || waiting === 0) return 0;
  const perMs = waiting / releasedMs;
  const exposed = Math.min(pending + finals, perMs * resolveWithinMs) - perMs * lateAfterMs(resolveWithinMs);
  const expected = Math.min(waiting, (late * waiting) / Math.max(1, late, exposed));
  return expected < 0.5 ? 0 : (releasedMs * expected) / (expected + 1) + resolveWithinMs;
}

/** The age from which a purchase counts as late. */
export function lateAfterMs(resolveWithinMs: number): number {
  return Math.max(LATE.part * resolveWithinMs, LATE.secondsMin * 1_000);
}
