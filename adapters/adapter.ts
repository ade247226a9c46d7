import type { RefusalCode } from '../domain/failure-codes.ts';

/** What an adapter needs to order one bundle. */
export interface CreditRequest {
  /** One per purchase, the same in every submission: the gateway's idempotency key and the name we inquire by. */
  readonly creditKey: string;
  /** E.164. */
  readonly phoneNumber: string;
  /** The gateway's own code of the bundle. */
  readonly productCode: string;
}

/** What an adapter needs to ask what became of an order. */
export interface InquiryRequest {
  readonly creditKey: string;
  /** The gateway's own id of the order, where an earlier answer gave it. */
  readonly gatewayId: string | null;
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

/** Definite: the order never reached the network. Safe to send again with the same creditKey. */
export interface NotSubmitted {
  readonly kind: 'not_submitted';
  readonly reason: NotSubmittedReason;
  readonly retryAfterMs: number | null;
}

/** Nobody knows. Never send again blindly: inquire, or wait for a callback. */
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
  /** We ourselves came too late after our fence. */
  | 'held_up';
export type UnknownReason =
  | 'timed_out'
  | 'connection_lost'
  | 'gateway_error'
  | 'unreadable_response'
  | 'undocumented_code'
  | 'duplicate_reference';

export type InquiryOutcome =
  | Confirmed
  | Refused
  | { readonly kind: 'pending'; readonly gatewayId: string | null }
  | {
      readonly kind: 'reversed';
      readonly confirmedAt: Date;
      readonly reversedAt: Date;
      readonly networkReference: string | null;
      readonly reason: string;
    }
  /** `conclusive`: long enough after the send that absence means it was never received. */
  | { readonly kind: 'not_found'; readonly conclusive: boolean }
  /** The inquiry itself failed; it says nothing about the order. */
  | { readonly kind: 'unavailable'; readonly detail: string };

/** A callback as it was stored. A gateway that signs its callbacks will need its headers kept as well. */
export interface RawCallback {
  readonly body: string;
}

export type CallbackReading =
  /** Names an order. Not believed by itself where the gateway does not sign: it triggers an inquiry. */
  | { readonly kind: 'hint'; readonly creditKey: string; readonly gatewayId: string | null }
  | { readonly kind: 'unreadable'; readonly detail: string };

export interface Inquiry {
  inquire(request: InquiryRequest, call: CallContext): Promise<InquiryOutcome>;
}

export interface Callbacks {
  /** Pure: no I/O, so that it is tested from recorded bytes. */
  read(callback: RawCallback): CallbackReading;
}

/**
 * One gateway protocol bound to one set of credentials. Outcomes are returned, never thrown: an adapter throws only for
 * a bug. A capability is the presence of its member, so the compiler makes callers look.
 */
export interface GatewayAdapter {
  readonly protocol: string;
  /** Whether the gateway refuses a second order under a creditKey it already has. */
  readonly deduplicatesKey: boolean;
  readonly inquiry: Inquiry | null;
  readonly callbacks: Callbacks | null;
  submit(request: CreditRequest, call: CallContext): Promise<CreditOutcome>;
  /** Closes idle connections. */
  close(): Promise<void>;
}
