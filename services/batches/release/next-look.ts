import type { BatchToRelease, WaitingRow } from '../../../db/batches/release.ts';
import type { NetworkShare } from '../../../db/batches/shares.ts';
import type { NetworkRoom } from '../../../domain/batch/release.ts';
import { type Unsent, untilNextLook } from '../../../domain/batch/window.ts';
import type { Quiet } from './rooms.ts';

/** Rows of one page: with a few others they fill one transaction of the account's lane. */
export const PAGE_ROWS = 500;
/** Longest pause before `not_before` and in quiet hours, because the clocks of PostgreSQL and Temporal may differ. */
export const SCHEDULED_MS_MAX = 3_600_000;
/** Shortest pause while the last purchases become final, and the pause for a network to accept purchases again. */
const DRAINING_MS = 200;
const NETWORK_CLOSED_MS = 5_000;

/** What a page of a release did, and what it saw of its networks. */
export interface Page {
  readonly shares: readonly NetworkShare[];
  readonly rooms: readonly NetworkRoom[];
  readonly quiet: Quiet;
  /** Purchases of the batch that were not sent before the page, by network. */
  readonly unsent: ReadonlyMap<string, number>;
  /** Its rows. */
  readonly taken: readonly WaitingRow[];
  /** Lines of those that became purchases. */
  readonly released: ReadonlySet<number>;
  /** As `performance.now()` counts. */
  readonly at: number;
}

/**
 * Until the next look at a batch, in milliseconds; 0 for none, if more can be released immediately or nothing is left.
 * @param before the batch before the page, and `after` after it.
 * @param unsent of `listUnsent`.
 */
export function nextLook(
  before: BatchToRelease,
  after: BatchToRelease,
  { taken, quiet, shares }: Page,
  unsent: readonly Unsent[],
): number {
  if (after.status !== 'running' || taken.length === PAGE_ROWS) return 0;
  if (after.waiting === 0) return untilFinal(after, shares);
  if (taken.length === 0 && quiet.allForMs !== null) {
    if (sumPending(after.pending) > 0) return untilFinal(after, shares);
    return Math.min(quiet.allForMs, SCHEDULED_MS_MAX);
  }
  // All windows were empty and yet no row could be taken: the rows wait for their networks.
  return taken.length === 0 && sumPending(before.pending) === 0 ? NETWORK_CLOSED_MS : untilNextLook(unsent);
}

/** Until half of what is open at the fastest network is final. */
function untilFinal({ pending }: BatchToRelease, shares: readonly NetworkShare[]): number {
  const rates = new Map(shares.map(({ networkId, observed }) => [networkId, observed?.perSecond]));
  const open = [...pending].map(([networkId, count]) => ({
    perSecond: rates.get(networkId) ?? null,
    before: count,
    after: count,
  }));
  return Math.max(DRAINING_MS, untilNextLook(open));
}

/** What a batch had left to send at its last look. Keep one per release, so that the next look sees how fast it was sent. */
export interface LastLook {
  /** As `performance.now()` counts; not a number before the first look. */
  at: number;
  /** Purchases that were not sent, by network. */
  unsent: ReadonlyMap<string, number>;
}

export function createLastLook(): LastLook {
  return { at: Number.NaN, unsent: new Map() };
}

/**
 * What is left to send where rows wait for room after a page. What was sent since the last look shows a network that is faster than
 * its completions, which come later.
 */
export function listUnsent({ shares, rooms, unsent, taken, released, at }: Page, last: LastLook): Unsent[] {
  const open = new Set(rooms.map(({ networkId }) => networkId));
  const takenBy = Map.groupBy(taken, ({ networkId }) => networkId);
  const seconds = (at - last.at) / 1_000;
  const left = new Map<string, number>();
  const found = shares.flatMap(({ networkId, waiting, observed }): Unsent[] => {
    const rows = takenBy.get(networkId) ?? [];
    const before = unsent.get(networkId) ?? 0;
    const after = before + rows.filter(({ line }) => released.has(line)).length;
    left.set(networkId, after);
    if (!open.has(networkId) || waiting <= rows.length) return [];
    const sent = (last.unsent.get(networkId) ?? before) - before;
    const perSecond = sent > 0 && seconds > 0 ? sent / seconds : 0;
    const completed = observed?.perSecond ?? null;
    return [{ perSecond: completed === null ? null : Math.max(completed, perSecond), before, after }];
  });
  last.at = at;
  last.unsent = left;
  return found;
}

/** Purchases of a batch that are not final. */
export function sumPending(pending: BatchToRelease['pending']): number {
  let total = 0;
  for (const count of pending.values()) total += count;
  return total;
}
