import type { RefusalCode } from '../domain/purchase/failure-codes.ts';

/** What an adapter needs to order one bundle. */
export interface CreditRequest {
  /** One per purchase, the same in every submission: the gateway's idempotency key and the name we inquire by. */
  readonly gatewayReference: string;
  /** E.164. */
  readonly phoneNumber: string;
  /** The gateway's own code of the bundle. */
  readonly productCode: string;
  /**
   * When the first submission was fenced, the same in every submission and inquiry: what a gateway wants to be made once,
   * such as a reference that bears a date, is made of this and the gatewayReference.
   */
  readonly firstSentAt: Date;
}

/** What an adapter needs to inquire about an order. */
export interface InquiryRequest {
  readonly gatewayReference: string;
  /** The gateway's own id of the order, where an earlier answer gave it. */
  readonly gatewayId: string | null;
  readonly firstSentAt: Date;
  /** When the order was last sent; gateways search by time and may hold an order back for a while. */
  readonly sentAt: Date;
}

export interface CallContext {
  /** Ends the call when the process drains; adapters add their own time limit. */
  readonly signal: AbortSignal;
}

/** The network says the bundle is on the number. */
export interface Confirmed {
  readonly kind: 'confirmed';
  readonly confirmedAt: Date;
  /** The network's own reference, where it gives one. */
  readonly networkReference: string | null;
  /** The product delivered, as the gateway names it; left out if the answer names none. */
  readonly product?: string;
}

/** Definite: the network will never credit this order. */
export interface Refused {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  /** The gateway's own code and words, for operators; clients never see them. */
  readonly gatewayCode: string;
  /** Whether the fault lies with our account at the gateway (wallet, key) and not with the number. */
  readonly supplierFault: boolean;
}

/** Definite: the order never reached the network. Safe to send again with the same gatewayReference. */
export interface NotSubmitted {
  readonly kind: 'not_submitted';
  readonly reason: NotSubmittedReason;
  readonly retryAfterMs: number | null;
  /** The gateway's own code and words, for operators; null where no gateway answered. */
  readonly gatewayCode: string | null;
}

/** The outcome is unknown. Do not send again without asking: inquire, or wait for a callback. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly reason: UnknownReason;
  /** For operators; holds no phone number and no secret. */
  readonly detail: string;
}

/** The network took the order and will tell later. */
export interface Accepted {
  readonly kind: 'accepted';
  readonly gatewayId: string | null;
}

export type CreditOutcome = Confirmed | Accepted | Refused | NotSubmitted | Unknown;

export type NotSubmittedReason =
  | 'connect_failed'
  | 'rate_limited'
  | 'gateway_closed'
  | 'supplier_account'
  /** The gateway wants more time between two orders for one number. */
  | 'too_soon'
  /** We ourselves came too late after our fence. */
  | 'held_up';
export type UnknownReason =
  | 'timed_out'
  | 'connection_lost'
  | 'gateway_error'
  | 'unreadable_response'
  | 'undocumented_code'
  /** The gateway says itself that it does not know. */
  | 'ambiguous'
  | 'duplicate_reference';

/** The network reversed the delivery. */
export interface Reversed {
  readonly kind: 'reversed';
  /**
   * Whether the gateway says that it had delivered before. Where it does not, the order has failed unless we have heard of
   * its delivery ourselves.
   */
  readonly deliveryKnown: boolean;
  readonly confirmedAt: Date;
  readonly reversedAt: Date;
  readonly networkReference: string | null;
  readonly reason: string;
}

/** The gateway has the order and will tell later. */
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
   * The gateway has the order and waits for our word: it delivers nothing unless it is submitted again under the same
   * gatewayReference, and can be cancelled.
   */
  | { readonly kind: 'unconfirmed'; readonly gatewayId: string }
  /** `conclusive`: long enough after the send that absence means it was never received. */
  | { readonly kind: 'not_found'; readonly conclusive: boolean }
  /** The inquiry itself failed and proves nothing about the order. `undocumented`: the answer has a value that no documentation names. */
  | { readonly kind: 'unavailable'; readonly detail: string; readonly undocumented?: true };

/** A callback as it was stored. */
export interface RawCallback {
  /** The very bytes: a signature is of them and of nothing made of them. */
  readonly body: Buffer;
  /** Those of `Callbacks.headers` that came, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly receivedAt: Date;
}

export type CallbackReading =
  /** Names an order. Not believed by itself where the gateway does not sign: it triggers an inquiry. */
  | { readonly kind: 'hint'; readonly gatewayReference: string; readonly gatewayId: string | null }
  /** Signed by the gateway, so its report counts without an inquiry. */
  | {
      readonly kind: 'verified';
      readonly gatewayReference: string;
      readonly outcome: Confirmed | Refused | Reversed | Pending;
    }
  /** Says nothing about an order, such as a change of prices. */
  | { readonly kind: 'of_no_order'; readonly detail: string }
  /** Not from the gateway, or too old to be believed: its signature or its time is wrong. */
  | { readonly kind: 'rejected'; readonly detail: string }
  | { readonly kind: 'unreadable'; readonly detail: string };

export interface Inquiry {
  inquire(request: InquiryRequest, call: CallContext): Promise<InquiryOutcome>;
}

export interface Callbacks {
  /** Headers that `read` needs, in lower case; only these are stored. Never one that carries a credential. */
  readonly headers: readonly string[];
  /** The JSON with which the gateway wants each callback answered. */
  readonly receipt: string;
  /** Pure: no I/O, so that it is tested from recorded bytes. */
  read(callback: RawCallback): CallbackReading;
}

export interface Cancellation {
  /** Cancels an order that was `unconfirmed`. Returns its outcome: `refused` if it certainly delivers nothing. */
  cancel(
    request: InquiryRequest & { readonly gatewayId: string },
    call: CallContext,
  ): Promise<InquiryOutcome>;
}

/** Listed with a status that we cannot act on. */
export interface Unclear {
  readonly kind: 'unclear';
  readonly detail: string;
}

/** An order in the gateway's own list. */
export interface ListedOrder {
  readonly gatewayReference: string;
  readonly gatewayId: string | null;
  readonly outcome: Confirmed | Refused | Reversed | Pending | Unclear;
}

export type OrdersListed =
  /** Complete for the requested span; `strangers` counts orders without one of our keys. */
  | { readonly kind: 'listed'; readonly orders: readonly ListedOrder[]; readonly strangers: number }
  | { readonly kind: 'unavailable'; readonly detail: string };

export interface OrderList {
  /** All orders that the gateway took from `from` until before `to`, at most a day. */
  list(span: { readonly from: Date; readonly to: Date }, call: CallContext): Promise<OrdersListed>;
}

export type WalletRead =
  /** `available` is decimal text, as the gateway wrote it: never a float. */
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
 * One gateway protocol bound to one set of credentials. Outcomes are returned, never thrown: an adapter throws only for
 * a bug. A capability is the presence of its member, so the compiler makes callers look.
 */
export interface GatewayAdapter {
  readonly protocol: string;
  /** Whether the gateway refuses a second order under a gatewayReference it already has. */
  readonly deduplicatesKey: boolean;
  readonly inquiry: Inquiry | null;
  readonly callbacks: Callbacks | null;
  readonly cancellation: Cancellation | null;
  readonly orderList: OrderList | null;
  readonly wallet: Wallet | null;
  /** Whether a product that an answer names is what a product code orders; null where answers name none. */
  readonly isProduct: ((productCode: string, product: string) => boolean) | null;
  submit(request: CreditRequest, call: CallContext): Promise<CreditOutcome>;
  /** Closes idle connections. */
  close(): Promise<void>;
}
