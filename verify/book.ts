import { assertNever } from '../domain/assert-never.ts';
import type { FailureCode } from '../domain/failure-codes.ts';
import type { PurchaseId } from '../domain/ids.ts';
import type { PurchaseStatus } from '../domain/purchase.ts';

/** What a simulator wrote down of all orders that came in under one key. */
export interface BookEntry {
  /** `creditKeyOf` of the purchase. */
  readonly creditKey: string;
  /** How often a bundle really reached the number. */
  readonly deliveries: number;
  readonly submits: number;
  readonly reversed: boolean;
}

/** A simulator's own book of one of its customers: what really happened, whatever was answered. */
export interface Book {
  readonly name: string;
  /** The networks, by mode, whose purchases are in this book or nowhere. */
  readonly covers: readonly { readonly networkId: string; readonly livemode: boolean }[];
  readonly deliveries: readonly BookEntry[];
}

/** A book that could not be read: that says nothing about deliveries. The message is a sentence. */
export class BookUnreadable extends Error {
  override readonly name = 'BookUnreadable';
}

/** What our rows say of a purchase, as far as it can be held against a book. */
export interface PurchaseRecord {
  readonly purchaseId: PurchaseId;
  readonly accountUuid: string;
  readonly status: PurchaseStatus;
  readonly failureCode: FailureCode | null;
  /** Whether it is listed in late_confirmations. */
  readonly listedLate: boolean;
  /** Whether its late inquiry goes on, so that a delivery may still come to light. */
  readonly inquiryOpen: boolean;
}

/** How often each key was delivered, over all books together. */
export function deliveriesByKey(books: readonly Book[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { deliveries } of books) {
    for (const entry of deliveries) {
      counts.set(entry.creditKey, (counts.get(entry.creditKey) ?? 0) + entry.deliveries);
    }
  }
  return counts;
}

/** What is wrong between the deliveries of a key and the purchase it belongs to, in words; null when nothing is. */
export function contradiction(deliveries: number, record: PurchaseRecord | null): string | null {
  const faults = deliveries > 1 ? [`delivered ${deliveries} times`] : [];
  const mismatch = mismatchOf(deliveries > 0, record);
  if (mismatch !== null) faults.push(mismatch);
  return faults.length === 0 ? null : faults.join('; ');
}

function mismatchOf(delivered: boolean, record: PurchaseRecord | null): string | null {
  if (record === null) return delivered ? 'delivered, but there is no such purchase' : null;

  switch (record.status) {
    case 'pending':
      return null;
    case 'successful':
    case 'reversed':
      return delivered ? null : `${record.status}, but the network delivered nothing`;
    case 'failed':
      return mismatchOfFailed(delivered, record);
    default:
      return assertNever(record.status);
  }
}

function mismatchOfFailed(delivered: boolean, { failureCode, listedLate, inquiryOpen }: PurchaseRecord) {
  if (listedLate)
    return delivered ? null : 'listed as a late confirmation, but the network delivered nothing';
  if (!delivered || inquiryOpen) return null;
  return `delivered, but failed with ${failureCode} and not among the late confirmations`;
}
