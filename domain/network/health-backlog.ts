import { type BacklogReading, type HealthState, POLICY } from './health-reading.ts';

/**
 * Whether a slow queue takes no more purchases: at its observed pace it would not be empty within half of the
 * promised time. It opens again at half of that.
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
 * Whether silence holds the budget: purchases admitted over a minute ago take half of it or more, and at that
 * minute's pace those in flight would need more than half of the promised time. A network that needs minutes
 * for each purchase and delivers them is not silent.
 */
export function isHeldBySilence(backlog: BacklogReading): boolean {
  const { completedLately, inFlight, inFlightLong, inFlightMax, resolveWithinMs } = backlog;
  const { fullAt, silentAt } = POLICY.backlog;
  if (inFlightLong === 0 || inFlightLong < silentAt * inFlightMax) return false;
  return completedLately === 0 || (inFlight / completedLately) * POLICY.windowMs > fullAt * resolveWithinMs;
}
