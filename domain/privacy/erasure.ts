import type { AccountId, ErasureId, PurchaseId } from '../ids.ts';

/** What an erasure waits for before it can be completed. */
export type ErasureWait =
  /** A purchase for the number is pending. */
  | 'purchase'
  /** A purchase that timed out is still asked about at its network. */
  | 'late_inquiry'
  /** A campaign with the number has not ended. */
  | 'campaign'
  /** A day has ended, and its statement is not closed yet. */
  | 'closing'
  /** A webhook about a purchase for the number is being sent. */
  | 'webhook';

/** How many records an erasure has changed. */
export interface ErasedCounts {
  readonly purchases: number;
  readonly statementLines: number;
  readonly events: number;
  readonly campaignRows: number;
  /** Purchases whose reference contains the number and stays. */
  readonly referencesKept: number;
}

/** The erasure of a number from the records of an account. */
export interface Erasure {
  readonly id: ErasureId;
  readonly accountId: AccountId;
  /** What stands in place of the number. */
  readonly pseudonym: string;
  readonly requestedAt: Date;
  /** Null until nothing is left of the number. */
  readonly completedAt: Date | null;
  readonly waitsFor: ErasureWait | null;
  readonly counts: ErasedCounts;
}

/** Why a number cannot be erased now. */
export type OpenForNumber =
  | { readonly kind: 'purchase'; readonly purchaseId: PurchaseId; readonly until: Date }
  | { readonly kind: 'late_inquiry'; readonly purchaseId: PurchaseId; readonly until: Date };
