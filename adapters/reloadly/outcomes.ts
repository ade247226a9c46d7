import { assertNever } from '../../domain/assert-never.ts';
import type {
  Accepted,
  Confirmed,
  InquiryOutcome,
  Pending,
  Refused,
  Reversed,
  SubmitOutcome,
} from '../adapter.ts';
import { describe, operatorWords } from '../answers.ts';
import type { Answered } from '../http-result.ts';
import { type Asked as AskedOf, notFound, unknown, unreadable } from '../outcomes.ts';
import { retryAfterMs } from '../retry-after.ts';
import { ERROR_CODES, STATUSES } from './codes.ts';
import { readBody, readReport, type TopUp } from './wire.ts';

/** The documented wait before a second order for the same number. */
const TOO_SOON_MS = 120_000;
const REASON = 'Refunded by the network.';

/** The order of an inquiry, and the time of the inquiry. */
export interface Asked extends AskedOf {
  readonly gatewayReference: string;
}

/** The meaning of an order's status; null if it is not documented. */
export function toOutcome(order: TopUp, now: Date): Confirmed | Refused | Reversed | Pending | null {
  const meaning = STATUSES.get(order.status);
  const gatewayCode = order.status;
  switch (meaning) {
    case 'open':
      return { kind: 'pending', gatewayId: order.gatewayId };
    case 'confirmed':
      return {
        kind: 'confirmed',
        confirmedAt: now,
        networkReference: order.operatorReference,
        ...(order.product === null ? {} : { product: order.product }),
      };
    case 'returned':
      return {
        kind: 'reversed',
        deliveryKnown: false,
        confirmedAt: now,
        reversedAt: now,
        networkReference: order.operatorReference,
        reason: REASON,
      };
    case 'failed':
      return { kind: 'refused', code: 'network_unavailable', gatewayCode, supplierFault: false };
    case undefined:
      return null;
    default:
      return assertNever(meaning);
  }
}

/**
 * Reads the answer to a submit; `token` if our token was rejected, so nothing was ordered. The body decides, never the
 * HTTP status: without a readable body even a 401 proves nothing, because a proxy may have written it.
 */
export function readSubmission(
  answer: Answered,
  gatewayReference: string,
  now: Date,
): SubmitOutcome | 'token' {
  const body = readBody(answer.body);
  switch (body.kind) {
    case 'accepted':
      return { kind: 'accepted', gatewayId: body.gatewayId } satisfies Accepted;
    case 'order':
      return toSubmission(body.order, gatewayReference, now);
    case 'error':
      return submissionOfError(body, answer, now);
    case 'unreadable':
      return unreadable(answer);
    default:
      return assertNever(body);
  }
}

/** Reads GET /topups/{id}/status. Null means that this is not certainly our order: ask by our key. */
export function readInquiryById(answer: Answered, asked: Asked): InquiryOutcome | null {
  const body = readBody(answer.body);
  if (body.kind !== 'order' || body.order.customIdentifier !== asked.gatewayReference) return null;
  return toOutcome(body.order, asked.now) ?? undocumented(body.order);
}

/** Reads the report that was searched by our customIdentifier. */
export function readInquiryByKey(answer: Answered, asked: Asked): InquiryOutcome {
  const report = readReport(answer.body);
  if (report === null) return { kind: 'unavailable', detail: describe(answer) };

  const ours = report.orders.filter(({ customIdentifier }) => customIdentifier === asked.gatewayReference);
  if (ours.length > 0) return toInquiryOutcome(ours, asked.now);
  // It is not documented whether the filter is exact. If the answer has other orders, absence proves nothing.
  if (report.orders.length + report.unreadable > 0) {
    return { kind: 'unavailable', detail: 'the report has other orders than the requested one' };
  }
  // Absence lets an order be sent again, so the HTTP status must be right too.
  return answer.status === 200 ? notFound(asked) : { kind: 'unavailable', detail: describe(answer) };
}

/** If there are several orders under one key, which should not happen: delivered counts first, failed last. */
function toInquiryOutcome(orders: readonly TopUp[], now: Date): InquiryOutcome {
  for (const wanted of ['confirmed', 'open', undefined, 'returned', 'failed'] as const) {
    const found = orders.find(({ status }) => STATUSES.get(status) === wanted);
    if (found !== undefined) return toOutcome(found, now) ?? undocumented(found);
  }
  return { kind: 'unavailable', detail: 'no order in the report' };
}

function toSubmission(order: TopUp, gatewayReference: string, now: Date): SubmitOutcome {
  if (order.customIdentifier !== gatewayReference) {
    return unknown('unreadable_response', 'the answer names another order');
  }
  const outcome = toOutcome(order, now);
  if (outcome === null) return unknown('undocumented_code', `status ${order.status}`);
  switch (outcome.kind) {
    case 'pending':
      return { kind: 'accepted', gatewayId: order.gatewayId };
    case 'reversed':
      return { kind: 'refused', code: 'network_rejected', gatewayCode: order.status, supplierFault: false };
    default:
      return outcome;
  }
}

function submissionOfError(
  { code, words }: { readonly code: string; readonly words: string },
  answer: Answered,
  now: Date,
): SubmitOutcome | 'token' {
  const meaning = ERROR_CODES.get(code);
  const gatewayCode = `${operatorWords(code)} ${words}`.trim();
  switch (meaning?.kind) {
    case 'refused':
      return { ...meaning, gatewayCode };
    case 'not_submitted': {
      const asksFor = retryAfterMs(answer.headers, now);
      return {
        ...meaning,
        retryAfterMs: asksFor ?? (meaning.reason === 'too_soon' ? TOO_SOON_MS : null),
        gatewayCode,
      };
    }
    case 'token':
      return 'token';
    case 'exists':
      return unknown('duplicate_reference', gatewayCode);
    case 'unclear':
      return unknown('gateway_error', `HTTP ${answer.status}, ${gatewayCode}`);
    case undefined:
      return answer.status === 429
        ? {
            kind: 'not_submitted',
            reason: 'rate_limited',
            retryAfterMs: retryAfterMs(answer.headers, now),
            gatewayCode,
          }
        : unknown('undocumented_code', `HTTP ${answer.status}, ${gatewayCode}`);
    default:
      return assertNever(meaning);
  }
}

function undocumented(order: TopUp): InquiryOutcome {
  return { kind: 'unavailable', detail: `undocumented status ${order.status}`, undocumented: true };
}
