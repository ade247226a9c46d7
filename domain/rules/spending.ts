import type { BatchId } from '../ids.ts';
import type { MinorUnits } from '../money/money.ts';
import type { SpendingLimits, SpendingScope } from './purchase-rules.ts';

/** The limits of an account, and what counts against them: the price of what is pending or successful. */
export interface Spending {
  readonly limits: SpendingLimits;
  /** Of purchases that were made on the UTC day, or in the UTC month. */
  readonly spent: { readonly day: MinorUnits; readonly month: MinorUnits };
  /** Of batches; no entry for one that buys nothing now. */
  readonly ofBatches: ReadonlyMap<BatchId, MinorUnits>;
  /** When the day and the month end. */
  readonly endsAt: { readonly day: Date; readonly month: Date };
}

/** A limit that a purchase would exceed. */
export interface SpendingExcess {
  readonly scope: SpendingScope;
  readonly limit: MinorUnits;
  readonly spent: MinorUnits;
  /** When it counts from zero again; null for a campaign. */
  readonly endsAt: Date | null;
}

/** Adds up what one transaction of an account accepts, beside what counts already. */
export interface SpendingCount {
  /** The first limit that a price would exceed: campaign, day, month; null if none. */
  findExcess(price: MinorUnits, batchId: BatchId | null): SpendingExcess | null;
  add(price: MinorUnits, batchId: BatchId | null): void;
}

/** Counts against the limits of an account; null if it has none. */
export function countSpending(spending: Spending | null): SpendingCount {
  if (spending === null) return UNLIMITED;
  const { limits, endsAt } = spending;
  const spent = { ...spending.spent };
  const ofBatches = new Map(spending.ofBatches);
  return {
    findExcess(price, batchId) {
      const scopes: readonly (readonly [SpendingScope, MinorUnits | null, Date | null])[] = [
        ['campaign', batchId === null ? null : (ofBatches.get(batchId) ?? 0), null],
        ['day', spent.day, endsAt.day],
        ['month', spent.month, endsAt.month],
      ];
      for (const [scope, before, ends] of scopes) {
        const limit = limits[scope];
        if (limit !== null && before !== null && before + price > limit)
          return { scope, limit, spent: before, endsAt: ends };
      }
      return null;
    },
    add(price, batchId) {
      spent.day += price;
      spent.month += price;
      if (batchId !== null) ofBatches.set(batchId, (ofBatches.get(batchId) ?? 0) + price);
    },
  };
}

const UNLIMITED: SpendingCount = { findExcess: () => null, add: () => undefined };
