import type { PurchaseId } from '../ids.ts';

/** A purchase of the account that its balance holds or has paid: pending or successful, not failed and not reversed. */
export interface EarlierPurchase {
  readonly purchaseId: PurchaseId;
  readonly reference: string;
  /** When it was accepted. */
  readonly at: Date;
}

/** What an account has bought lately, as read under its lock. */
export interface RecentPurchases {
  readonly now: Date;
  /** The latest purchase by `repeatKey`. */
  readonly latest: ReadonlyMap<string, EarlierPurchase>;
}

/** A time since which every purchase of the same number and bundle counts as a repeat. */
export interface RepeatSince {
  readonly at: Date;
  /** No less than the hours that have passed since, by the clock of the database. */
  readonly hours: number;
}

/** Whether a request may not repeat some purchases. */
export function isWatching(request: {
  readonly repeatWindowHours: number;
  readonly repeatSince?: RepeatSince | null;
}): boolean {
  return request.repeatWindowHours > 0 || request.repeatSince != null;
}

/** For requests that repeat what they like. */
export const NO_RECENT_PURCHASES: RecentPurchases = { now: new Date(0), latest: new Map() };

/** What makes two purchases the same for a person: the number and the bundle. */
export function repeatKey(request: { readonly phoneNumber: string; readonly bundleId: string }): string {
  return `${request.phoneNumber} ${request.bundleId}`;
}

/**
 * The earlier purchase that a request would repeat; null if there is none within the window.
 * @param windowHours how far back a purchase counts, in hours; 0 if repeats are allowed.
 * @param since a purchase since then counts too.
 */
export function findRepeat(
  latest: EarlierPurchase | undefined,
  now: Date,
  windowHours: number,
  since: RepeatSince | null = null,
): EarlierPurchase | null {
  if (latest === undefined) return null;
  if (since !== null && latest.at >= since.at) return latest;
  if (windowHours === 0) return null;
  return latest.at.getTime() > now.getTime() - windowHours * HOUR_MS ? latest : null;
}

const HOUR_MS = 3_600_000;
