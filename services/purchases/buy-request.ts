import type { PurchaseId } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import type { AcceptRequest, Refusal } from '../../domain/purchase/accept.ts';
import type { Purchase } from '../../domain/purchase/purchase.ts';
import type { EarlierPurchase } from '../../domain/purchase/repeat.ts';

/** A request to buy, with the fields that are stored but decide nothing. */
export interface BuyRequest extends AcceptRequest {
  readonly metadata: Readonly<Record<string, string>>;
  /** Of a campaign's row: its price at the check, which counts while prices are locked. */
  readonly checkedPrice?: MinorUnits;
}

export type BuyResult =
  | { readonly kind: 'accepted'; readonly purchase: Purchase }
  | { readonly kind: 'replayed'; readonly purchaseId: PurchaseId }
  | { readonly kind: 'conflict'; readonly purchaseId: PurchaseId; readonly isArchived?: true }
  /** Held back: only a row of a campaign that asks for it. */
  | { readonly kind: 'repeated'; readonly earlier: EarlierPurchase }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** Its price would lift what its batch has spent above the approved cost. */
  | { readonly kind: 'over_approved_cost'; readonly price: MinorUnits }
  /** Before this row was bought, its batch was paused or cancelled, or a later release of it began. */
  | { readonly kind: 'batch_stopped' };
