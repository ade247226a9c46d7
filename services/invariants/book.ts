import { assertNever } from '../../domain/assert-never.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import type { FailureCode } from '../../domain/purchase/failure-codes.ts';
import type { PurchaseStatus } from '../../domain/purchase/purchase.ts';

/** What a simulator wrote down of all orders that came in under one key. */
export interface BookEntry {
  /** `gatewayReferenceFrom` of the purchase. */
  readonly gatewayReference: string;
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

/** What all books together say of one key. */
export interface Delivered {
  readonly times: number;
  /** Whether the network took it back. */
  readonly reversed: boolean;
}

export const NEVER_DELIVERED: Delivered = { times: 0, reversed: false };

/** What became of each key, over all books together. */
export function deliveriesByKey(books: readonly Book[]): Map<string, Delivered> {
  const found = new Map<string, Delivered>();
  for (const { deliveries } of books) {
    for (const entry of deliveries) {
      const { times, reversed } = found.get(entry.gatewayReference) ?? NEVER_DELIVERED;
      found.set(entry.gatewayReference, {
        times: times + entry.deliveries,
        reversed: reversed || entry.reversed,
      });
    }
  }
  return found;
}

/** What is wrong between the deliveries of a key and the purchase it belongs to, in words; null when nothing is. */
export function contradiction(delivered: Delivered, record: PurchaseRecord | null): string | null {
  const faults = delivered.times > 1 ? [`delivered ${delivered.times} times`] : [];
  const mismatch = findMismatch(delivered, record);
  if (mismatch !== null) faults.push(mismatch);
  return faults.length === 0 ? null : faults.join('; ');
}

function findMismatch({ times, reversed }: Delivered, record: PurchaseRecord | null): string | null {
  const delivered = times > 0;
  if (record === null) return delivered ? 'delivered, but there is no such purchase' : null;

  switch (record.status) {
    case 'pending':
      return null;
    case 'successful':
    case 'reversed':
      return delivered ? null : `${record.status}, but the network delivered nothing`;
    case 'failed':
      return mismatchOfFailed(delivered, reversed, record);
    default:
      return assertNever(record.status);
  }
}

/** What a network delivered and took back before we heard of it has failed for us, too: nobody has lost anything. */
function mismatchOfFailed(
  delivered: boolean,
  reversed: boolean,
  { failureCode, listedLate, inquiryOpen }: PurchaseRecord,
): string | null {
  if (listedLate)
    return delivered ? null : 'listed as a late confirmation, but the network delivered nothing';
  if (!delivered || reversed || inquiryOpen) return null;
  return `delivered, but failed with ${failureCode} and not among the late confirmations`;
}
