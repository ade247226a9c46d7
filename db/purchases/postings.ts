import type { EventId, Id, PurchaseId } from '../../domain/ids.ts';
import type { AccountMoney, MovementLine } from '../../domain/purchase/movements.ts';
import type { Contradiction, Delivery, PurchaseState } from '../../domain/purchase/purchase.ts';

/** Everything that one settle transaction writes, as decided. */
export interface Postings {
  readonly at: Date;
  readonly money: AccountMoney;
  readonly states: readonly { readonly purchaseId: PurchaseId; readonly state: PurchaseState }[];
  readonly lines: readonly LineRow[];
  readonly events: readonly EventRow[];
  readonly outbox: readonly OutboxRow[];
  readonly lateConfirmations: readonly { readonly purchaseId: PurchaseId; readonly delivery: Delivery }[];
  /** Numbers whose live answers are to be deleted. */
  readonly misdirectedNumbers: readonly string[];
  readonly reversedLateConfirmations: readonly PurchaseId[];
  readonly contradictions: readonly { readonly purchaseId: PurchaseId; readonly kind: Contradiction }[];
  readonly lateInquiries: readonly { readonly purchaseId: PurchaseId; readonly until: Date }[];
}

export interface LineRow extends MovementLine {
  readonly id: Id<'stl'>;
  readonly purchaseId: PurchaseId;
  readonly reference: string;
  readonly phoneNumber: string;
  readonly bundleId: string;
  readonly currency: string;
}

export interface EventRow {
  readonly id: EventId;
  readonly type: string;
  readonly purchaseId: PurchaseId;
  readonly body: string;
}

export interface OutboxRow {
  readonly id: string;
  readonly queue: string;
  readonly topic: 'deliver_event' | 'end_purchase' | 'inquire_late';
  readonly subjectUuid: string;
}
