import type { BatchId, PurchaseId } from '../../domain/ids.ts';
import type { AcceptRequest, Refusal } from '../../domain/purchase/accept.ts';
import type { Purchase } from '../../domain/purchase/purchase.ts';

/** A request to buy, with the fields that are stored but decide nothing. */
export interface BuyRequest extends AcceptRequest {
  readonly metadata: Readonly<Record<string, string>>;
  /** Null for single purchases. */
  readonly batchId: BatchId | null;
}

export type BuyResult =
  | { readonly kind: 'accepted'; readonly purchase: Purchase }
  | { readonly kind: 'replayed'; readonly purchaseId: PurchaseId }
  | { readonly kind: 'conflict'; readonly purchaseId: PurchaseId }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The batch was paused or cancelled before this row was released. */
  | { readonly kind: 'batch_stopped' };
