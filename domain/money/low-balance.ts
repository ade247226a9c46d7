import type { MinorUnits } from './money.ts';

/**
 * Whether a transaction took the available balance below its threshold: once on the way down, and again only after it
 * was at or above the threshold. Both balances are read and written under the account's lock, so no two transactions
 * see the same crossing. Without a threshold there is none.
 */
export function fellBelow(threshold: MinorUnits | null, before: MinorUnits, after: MinorUnits): boolean {
  return threshold !== null && before >= threshold && after < threshold;
}
