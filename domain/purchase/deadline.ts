/**
 * How long before `resolve_by` a purchase without a confirmation is settled, in milliseconds. `max` stays well below the time
 * that the fence keeps free before `resolve_by`, so an answer to the last send still comes before the purchase is settled.
 */
export const RESOLVE_MARGIN_MS = { default: 1_500, max: 2_000 } as const;

/**
 * A purchase nearer to its `resolve_by` than this, in milliseconds, may be past it when a report about it is booked. Longer than
 * an inquiry takes.
 */
export const DUE_SOON_MS = 60_000;

/** When an unconfirmed purchase is settled: shortly before `resolve_by`, so that it is final by then. */
export function settleBy(resolveBy: Date, marginMs: number): Date {
  return new Date(resolveBy.getTime() - marginMs);
}
