import type { AccountId } from '../ids.ts';
import { roomAhead } from './window.ts';

/** A batch whose rows wait for a network. */
export interface WaitingBatch {
  readonly accountId: AccountId;
  readonly waiting: number;
  /** Its completions per second, as last observed; null if none were. */
  readonly perSecond: number | null;
}

interface Left {
  readonly accountId: AccountId;
  readonly weight: number;
  waiting: number;
}

/**
 * Seconds until the rows of a batch have had their turn at a network that takes `perSecond`. Accounts whose rows wait have equal parts
 * of it. Within an account, purchases start in the order of their release, so that a batch has a part by how many rows it may have
 * released ahead. When a batch has no more rows, the others get its part.
 */
export function secondsUntilReleased(
  perSecond: number,
  mine: WaitingBatch,
  others: readonly WaitingBatch[],
): number {
  const own = toLeft(mine);
  let left = [own, ...others.map(toLeft)].filter(({ waiting }) => waiting > 0);
  let seconds = 0;
  // In each round at least one batch ends.
  while (left.includes(own)) {
    const weights = new Map<AccountId, number>();
    for (const { accountId, weight } of left) weights.set(accountId, (weights.get(accountId) ?? 0) + weight);
    const rates = left.map(
      ({ accountId, weight }) => ((perSecond / weights.size) * weight) / (weights.get(accountId) ?? weight),
    );
    const needs = left.map(({ waiting }, index) => waiting / (rates[index] ?? perSecond));
    const round = Math.min(...needs);
    seconds += round;
    for (const [index, batch] of left.entries()) batch.waiting -= round * (rates[index] ?? 0);
    left = left.filter((_, index) => (needs[index] ?? 0) > round);
  }
  return seconds;
}

function toLeft({ accountId, waiting, perSecond }: WaitingBatch): Left {
  return { accountId, waiting, weight: roomAhead(perSecond ?? 0, 0) };
}
