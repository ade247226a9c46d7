import type { InquiryOutcome, Refused, SubmitOutcome, Unknown } from './adapter.ts';
import { describe } from './answers.ts';
import type { Answered, HttpResult } from './http-result.ts';

/** The order of an inquiry, and the time of the inquiry. */
export interface Asked {
  /** The gateway's id of the order, if any answer had it. */
  readonly gatewayId: string | null;
  readonly sentAt: Date;
  readonly now: Date;
  /** Only after this long does "not found" mean that the order was never received. */
  readonly holdMs: number;
}

export function unknown(reason: Unknown['reason'], detail: string): Unknown {
  return { kind: 'unknown', reason, detail };
}

/** The outcome of a submit whose answer cannot be read. */
export function unreadable(answer: Answered): Unknown {
  return unknown(answer.status >= 500 ? 'gateway_error' : 'unreadable_response', describe(answer));
}

/** The outcome of a submit without an answer: certainly not sent, or unknown. */
export function unanswered(result: Exclude<HttpResult, { kind: 'answered' }>): SubmitOutcome {
  if (result.kind === 'not_connected') {
    return { kind: 'not_submitted', reason: 'connect_failed', retryAfterMs: null, gatewayCode: null };
  }
  return unknown(result.reason === 'unreadable' ? 'unreadable_response' : result.reason, result.detail);
}

/** Refuses a purchase that cannot be expressed in the gateway's protocol, without a call. */
export function notSent(code: 'bundle_unavailable' | 'number_not_eligible', why: string): Refused {
  return { kind: 'refused', code, gatewayCode: `not sent: ${why}`, supplierFault: false };
}

/** An order to which the gateway has given an id was received, so "not found" is never conclusive for it. */
export function notFound({ gatewayId, sentAt, now, holdMs }: Asked): InquiryOutcome {
  return { kind: 'not_found', conclusive: gatewayId === null && now.getTime() - sentAt.getTime() > holdMs };
}
