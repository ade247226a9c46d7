import { assertNever } from '../../domain/assert-never.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import type { FailureCode } from '../../domain/purchase/failure-codes.ts';
import type { PurchaseStatus } from '../../domain/purchase/purchase.ts';

/** A simulator's record of all orders under one key. */
export interface BookEntry {
  /** `gatewayReferenceFrom` of the purchase. */
  readonly gatewayReference: string;
  /** How often a bundle really reached the number. */
  readonly deliveries: number;
  readonly submits: number;
  readonly reversed: boolean;
}

/** A simulator's book of one customer: what really happened, even if it answered something else. */
export interface Book {
  readonly name: string;
  /** The networks, by mode, whose purchases are in this book or nowhere. */
  readonly covers: readonly { readonly networkId: string; readonly livemode: boolean }[];
  readonly deliveries: readonly BookEntry[];
}

/** A book that could not be read, which says nothing about deliveries. The message is a sentence. */
export class BookUnreadable extends Error {
  override readonly name = 'BookUnreadable';
}

/** What our rows say about a purchase, as far as a book can confirm it. */
export interface PurchaseRecord {
  readonly purchaseId: PurchaseId;
  readonly accountUuid: string;
  readonly status: PurchaseStatus;
  readonly failureCode: FailureCode | null;
  /** Whether it is listed in late_confirmations. */
  readonly listedLate: boolean;
  /** Whether its late inquiry still runs, so that a delivery may still be found. */
  readonly inquiryOpen: boolean;
  /** How many gateways are on record as having delivered it, if that is recorded as a loss; else 0. */
  readonly namedDeliveries: number;
}

/** What all books together say about one key. */
export interface Delivered {
  readonly times: number;
  /** Whether the network reversed it. */
  readonly reversed: boolean;
}

export const NEVER_DELIVERED: Delivered = { times: 0, reversed: false };

/** The outcome of each key, over all books together. */
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

/** What does not match between the deliveries of a key and its purchase, as text; null if all matches. */
export function contradiction(delivered: Delivered, record: PurchaseRecord | null): string | null {
  // Two gateways that both delivered are a loss that is on record, and not a mistake.
  const explained = Math.max(1, record?.namedDeliveries ?? 0);
  const faults = delivered.times > explained ? [`delivered ${delivered.times} times`] : [];
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

/** A delivery that the network reversed before it reported it has failed for us too: there is no loss. */
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
