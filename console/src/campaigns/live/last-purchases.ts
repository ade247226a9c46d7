import type { Batch } from '../../../../clients/typescript/src/types.ts';

/**
 * How many purchases a running campaign still waits for when it has nothing left to buy; otherwise null. An end is not shown then:
 * the last few purchases are those that the networks answer late, and their habit says nothing about these.
 */
export function lastPurchases({ status, counts }: Pick<Batch, 'status' | 'counts'>): number | null {
  return status === 'running' && counts.waiting === 0 && counts.pending > 0 ? counts.pending : null;
}
