import { type BacklogReading, type HealthState, POLICY } from './health-reading.ts';

/**
 * A queue that has shown that it drains slowly, and at that pace would not be empty within half of the time in which
 * purchases are promised to be resolved, takes no more; it opens again at half of that.
 */
export function judgeBacklog({ backlogged }: HealthState, backlog: BacklogReading): boolean {
  const { oldestWaitingMs, resolveWithinMs, waiting, waitingRows } = backlog;
  const part = drainMs(backlog, waiting) / resolveWithinMs;
  const partWithRows = drainMs(backlog, waiting + waitingRows) / resolveWithinMs;
  const { emptyAt, fullAt, fullWithRowsAt, waitedAt, waitingMin } = POLICY.backlog;
  if (backlogged) return waiting + waitingRows > 0 && (part > emptyAt || partWithRows > fullAt);

  const isSlow = waiting + waitingRows >= waitingMin && oldestWaitingMs >= waitedAt * resolveWithinMs;
  return isSlow && ((waiting > 0 && part > fullAt) || partWithRows > fullWithRowsAt);
}

/** How long the waiting purchases, and those in flight before them, would take at the observed pace. */
export function drainMs({ inFlight, completed, observedMs }: BacklogReading, waiting: number): number {
  const left = waiting + inFlight;
  return left === 0 ? 0 : completed === 0 ? Number.POSITIVE_INFINITY : (left / completed) * observedMs;
}

/**
 * Whether silence holds the budget: purchases that were admitted over a minute ago take half of it or more, and at the pace of
 * that minute those in flight would not be final within half of the time in which they are promised to be. A network that
 * needs minutes for each purchase and delivers them is not silent.
 */
export function isHeldBySilence(backlog: BacklogReading): boolean {
  const { completedLately, inFlight, inFlightLong, inFlightMax, resolveWithinMs } = backlog;
  const { fullAt, silentAt } = POLICY.backlog;
  if (inFlightLong === 0 || inFlightLong < silentAt * inFlightMax) return false;
  return completedLately === 0 || (inFlight / completedLately) * POLICY.windowMs > fullAt * resolveWithinMs;
}
