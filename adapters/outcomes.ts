import type { CreditOutcome, InquiryOutcome, Refused, Unknown } from './adapter.ts';
import { describe } from './answers.ts';
import type { Answered, HttpResult } from './http-result.ts';

/** The order that an inquiry is about, and when it is asked. */
export interface Asked {
  /** The gateway's own id of the order, if it ever sent one. */
  readonly gatewayId: string | null;
  readonly sentAt: Date;
  readonly now: Date;
  /** An order that is not found is taken for never received only after this long. */
  readonly holdMs: number;
}

export function unknown(reason: Unknown['reason'], detail: string): Unknown {
  return { kind: 'unknown', reason, detail };
}

/** A submit was answered with a body that says nothing. */
export function unreadable(answer: Answered): Unknown {
  return unknown(answer.status >= 500 ? 'gateway_error' : 'unreadable_response', describe(answer));
}

/** A submit without an answer: certainly not sent, or unknown. */
export function unanswered(result: Exclude<HttpResult, { kind: 'answered' }>): CreditOutcome {
  if (result.kind === 'not_connected') {
    return { kind: 'not_submitted', reason: 'connect_failed', retryAfterMs: null, gatewayCode: null };
  }
  return unknown(result.reason === 'unreadable' ? 'unreadable_response' : result.reason, result.detail);
}

/** A purchase that the gateway has no words for; it is refused without a call. */
export function notSent(code: 'bundle_unavailable' | 'number_not_eligible', why: string): Refused {
  return { kind: 'refused', code, gatewayCode: `not sent: ${why}`, supplierFault: false };
}

/** An order that the gateway once named an id for was received; its absence is never proof of the contrary. */
export function notFound({ gatewayId, sentAt, now, holdMs }: Asked): InquiryOutcome {
  return { kind: 'not_found', conclusive: gatewayId === null && now.getTime() - sentAt.getTime() > holdMs };
}
