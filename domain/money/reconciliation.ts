import { assertNever } from '../assert-never.ts';
import type { PurchaseStatus } from '../purchase/purchase.ts';

/** What the carrier's list says of an order. */
export type Listed = 'confirmed' | 'refused' | 'reversed' | 'taken_back' | 'pending' | 'unclear';

/** Our books of the same order. */
export interface Booked {
  readonly status: PurchaseStatus;
  readonly late: 'no' | 'delivered' | 'taken_back';
}

/**
 * How books and list agree: `same`; `settle`, where the list reports something new, which is booked like any other report; `look`, where
 * nothing can be booked and a person must look. `taken_back` is money back, without a statement about a delivery.
 */
export type Comparison = 'same' | 'settle' | 'look';

/** Compares one order. Pure. */
export function compareOrder({ status, late }: Booked, listed: Listed): Comparison {
  if (listed === 'unclear') return 'look';
  switch (status) {
    case 'pending':
      return listed === 'pending' ? 'same' : 'settle';
    case 'successful':
      return listed === 'confirmed' ? 'same' : listed === 'pending' ? 'look' : 'settle';
    case 'reversed':
      return listed === 'reversed' || listed === 'taken_back'
        ? 'same'
        : listed === 'pending'
          ? 'look'
          : 'settle';
    case 'failed':
      return compareFailed(late, listed);
    default:
      return assertNever(status);
  }
}

function compareFailed(late: Booked['late'], listed: Exclude<Listed, 'unclear'>): Comparison {
  switch (listed) {
    case 'confirmed':
      return late === 'delivered' ? 'same' : 'settle';
    case 'reversed':
      return late === 'taken_back' ? 'same' : 'settle';
    case 'taken_back':
      return late === 'delivered' ? 'settle' : 'same';
    case 'refused':
      return late === 'no' ? 'same' : 'look';
    // A late inquiry, or the next reconciliation, finds how it ends.
    case 'pending':
      return 'same';
    default:
      return assertNever(listed);
  }
}
