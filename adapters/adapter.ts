import type { RefusalCode } from '../domain/purchase/failure-codes.ts';

/** What an adapter needs to order one bundle. */
export interface OrderRequest {
  /** One per purchase, the same in every submission: the gateway's idempotency key, and the key of inquiries. */
  readonly gatewayReference: string;
  /** E.164. */
  readonly phoneNumber: string;
  /** The gateway's own code of the bundle. */
  readonly productCode: string;
  /**
   * When the first submission was fenced; the same in every submission and inquiry. References that contain a date are
   * derived from this and the gatewayReference.
   */
  readonly firstSentAt: Date;
}

/** What an adapter needs to ask for the outcome of an order. */
export interface InquiryRequest {
  readonly gatewayReference: string;
  /** The gateway's id of the order, if an earlier answer had it. */
  readonly gatewayId: string | null;
  readonly firstSentAt: Date;
  /** When the order was last sent; gateways search by time and may hold an order back for a while. */
  readonly sentAt: Date;
}

export interface CallContext {
  /** Ends the call when the process drains; adapters add their own time limit. */
  readonly signal: AbortSignal;
}

/** An amount of money as a gateway writes it. */
export interface DecimalMoney {
  /** Decimal text in the unit of the currency, never a float. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** The network reports that the bundle is on the number. */
export interface Confirmed {
  readonly kind: 'confirmed';
  readonly confirmedAt: Date;
  /** The network's reference, if it provides one. */
  readonly networkReference: string | null;
  /** The delivered product as the gateway names it; absent if the answer names none. */
  readonly product?: string;
  /** What the gateway took from our wallet for it; absent if the answer does not say. */
  readonly cost?: DecimalMoney;
}

/** Definite: the network will never credit this order. */
export interface Refused {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  /** The gateway's code and text, for operators; clients never see them. */
  readonly gatewayCode: string;
  /** Whether our account at the gateway (wallet, key) is at fault, and not the number. */
  readonly supplierFault: boolean;
}

/** Definite: the order never reached the network. Safe to send again with the same gatewayReference. */
export interface NotSubmitted {
  readonly kind: 'not_submitted';
  readonly reason: NotSubmittedReason;
  readonly retryAfterMs: number | null;
  /** The gateway's code and text, for operators; null if no gateway answered. */
  readonly gatewayCode: string | null;
}

/** The outcome is unknown. Never send again blindly: inquire, or wait for a callback. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly reason: UnknownReason;
  /** For operators; holds no phone number and no secret. */
  readonly detail: string;
}

/** The network accepted the order and will report the outcome later. */
export interface Accepted {
  readonly kind: 'accepted';
  readonly gatewayId: string | null;
}

export type SubmitOutcome = Confirmed | Accepted | Refused | NotSubmitted | Unknown;

export type NotSubmittedReason =
  | 'connect_failed'
  | 'rate_limited'
  | 'gateway_closed'
  | 'supplier_account'
  /** The gateway wants more time between two orders for one number. */
  | 'too_soon'
  /** Our process was too slow after the fence. */
  | 'held_up';
export type UnknownReason =
  | 'timed_out'
  | 'connection_lost'
  | 'gateway_error'
  | 'unreadable_response'
  | 'undocumented_code'
  /** The gateway reports that it does not know. */
  | 'ambiguous'
  | 'duplicate_reference';

/** The network reversed the delivery. */
export interface Reversed {
  readonly kind: 'reversed';
  /**
   * Whether the gateway reports that it had delivered before. If it does not, the order has failed, unless we know of the
   * delivery.
   */
  readonly deliveryKnown: boolean;
  readonly confirmedAt: Date;
  readonly reversedAt: Date;
  readonly networkReference: string | null;
  readonly reason: string;
}

/** The gateway has the order and will report the outcome later. */
export interface Pending {
  readonly kind: 'pending';
  readonly gatewayId: string | null;
}

export type InquiryOutcome =
  | Confirmed
  | Refused
  | Reversed
  | Pending
  /**
   * The gateway has the order and waits for our confirmation. It delivers nothing unless the order is submitted again
   * under the same gatewayReference. The order can be cancelled.
   */
  | { readonly kind: 'unconfirmed'; readonly gatewayId: string }
  /** `conclusive`: so long after the send that the gateway never received the order. */
  | { readonly kind: 'not_found'; readonly conclusive: boolean }
  /** The inquiry failed and says nothing about the order. `undocumented`: the answer has an undocumented code. */
  | { readonly kind: 'unavailable'; readonly detail: string; readonly undocumented?: true };

/** A callback as it was stored. */
export interface RawCallback {
  /** The raw bytes, which a signature covers. */
  readonly body: Buffer;
  /** The headers that `Callbacks.headers` names, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly receivedAt: Date;
}

export type CallbackReading =
  /** Names an order but is not signed, so it only triggers an inquiry. */
  | { readonly kind: 'hint'; readonly gatewayReference: string; readonly gatewayId: string | null }
  /** Signed by the gateway, so it counts without an inquiry. */
  | {
      readonly kind: 'verified';
      readonly gatewayReference: string;
      readonly outcome: Confirmed | Refused | Reversed | Pending;
    }
  /** Not about an order, such as a price change. */
  | { readonly kind: 'of_no_order'; readonly detail: string }
  /** Not from the gateway, or too old: its signature or its timestamp is wrong. */
  | { readonly kind: 'rejected'; readonly detail: string }
  | { readonly kind: 'unreadable'; readonly detail: string };

export interface Inquiry {
  inquire(request: InquiryRequest, call: CallContext): Promise<InquiryOutcome>;
}

export interface Callbacks {
  /** Headers that `read` needs, in lower case. Only these are stored, so never name one with a credential. */
  readonly headers: readonly string[];
  /** The JSON response that the gateway expects for each callback. */
  readonly receipt: string;
  /** Pure, so that tests can use recorded bytes. */
  read(callback: RawCallback): CallbackReading;
}

export interface Cancellation {
  /** Cancels an `unconfirmed` order. @returns its outcome: `refused` if it was certainly cancelled */
  cancel(
    request: InquiryRequest & { readonly gatewayId: string },
    call: CallContext,
  ): Promise<InquiryOutcome>;
}

/** In the list with a status that we cannot act on. */
export interface Unclear {
  readonly kind: 'unclear';
  readonly detail: string;
}

/** An order in the gateway's list. */
export interface ListedOrder {
  readonly gatewayReference: string;
  readonly gatewayId: string | null;
  readonly outcome: Confirmed | Refused | Reversed | Pending | Unclear;
  /** What the gateway took from our wallet for it; absent if the list does not say. */
  readonly cost?: DecimalMoney;
}

export type OrdersListed =
  /** Complete for the requested span. `strangers` counts orders without one of our keys. */
  | { readonly kind: 'listed'; readonly orders: readonly ListedOrder[]; readonly strangers: number }
  | { readonly kind: 'unavailable'; readonly detail: string };

export interface OrderList {
  /** All orders that the gateway accepted at or after `from` and before `to`, which are at most a day apart. */
  list(span: { readonly from: Date; readonly to: Date }, call: CallContext): Promise<OrdersListed>;
}

export type WalletRead =
  /** `available` is the gateway's decimal text, never a float. */
  | {
      readonly kind: 'wallets';
      readonly wallets: readonly { readonly currency: string; readonly available: string }[];
    }
  | { readonly kind: 'unavailable'; readonly detail: string };

export interface Wallet {
  /** Our balance at the gateway. */
  read(call: CallContext): Promise<WalletRead>;
}

/**
 * One gateway protocol with one set of credentials. Outcomes are returned, never thrown; an adapter throws only for a
 * bug. A capability that a gateway lacks is null, so the compiler makes callers check.
 */
export interface GatewayAdapter {
  readonly protocol: string;
  /** Whether the gateway rejects a second order under the same gatewayReference. */
  readonly deduplicatesKey: boolean;
  readonly inquiry: Inquiry | null;
  readonly callbacks: Callbacks | null;
  readonly cancellation: Cancellation | null;
  readonly orderList: OrderList | null;
  readonly wallet: Wallet | null;
  /** Whether the product in an answer is the one that a product code orders; null if answers name none. */
  readonly isProduct: ((productCode: string, product: string) => boolean) | null;
  submit(request: OrderRequest, call: CallContext): Promise<SubmitOutcome>;
  /** Closes idle connections. */
  close(): Promise<void>;
}
