import { assertNever } from '../../domain/assert-never.ts';
import type { Confirmed, InquiryOutcome, Refused, SubmitOutcome } from '../adapter.ts';
import { describe, operatorWords } from '../answers.ts';
import type { Answered } from '../http-result.ts';
import { type Asked as AskedOf, notFound, unknown, unreadable } from '../outcomes.ts';
import { CODES, type CodeMeaning, STATUSES, type StatusMeaning } from './codes.ts';
import { type Answer, readAnswer } from './wire.ts';

/** The reason of a reversal that clients read; VTpass provides none. */
const REVERSAL_REASON = 'Reversed by the network.';

/** The order of an inquiry, and the time of the inquiry. */
export interface Asked extends AskedOf {
  readonly requestId: string;
}

/** The meaning of an answer about one order, to a submit or an inquiry. */
type Reading =
  | Exclude<CodeMeaning, { kind: 'by_status' | 'open' | 'reversed' }>
  | { readonly kind: 'status'; readonly status: Exclude<StatusMeaning, 'unclear'> }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'undocumented' };

/** Reads the answer to a submit. The code in the body and the order's status decide, never the HTTP status. */
export function readSubmission(answer: Answered, requestId: string, now: Date): SubmitOutcome {
  const body = readAnswer(answer.body);
  if (body === null) return unreadable(answer);

  const reading = interpretAnswer(body, requestId);
  const gatewayCode = formatMessage(body);
  switch (reading.kind) {
    case 'status':
      return toSubmission(reading.status, body, now);
    case 'refused':
      return { ...reading, gatewayCode };
    case 'not_submitted':
      return { ...reading, gatewayCode };
    case 'exists':
      return unknown('duplicate_reference', gatewayCode);
    case 'absent':
      // A request_id expires at midnight, but an earlier send with it may have arrived.
      return unknown('gateway_error', gatewayCode);
    case 'unclear':
      return unknown('gateway_error', gatewayCode);
    case 'undocumented':
      return unknown('undocumented_code', gatewayCode);
    case 'unreadable':
      return unknown('unreadable_response', 'the answer is about another order');
    default:
      return assertNever(reading);
  }
}

/** Reads the answer to a requery. */
export function readInquiry(answer: Answered, asked: Asked): InquiryOutcome {
  const body = readAnswer(answer.body);
  if (body === null) return { kind: 'unavailable', detail: describe(answer) };

  const reading = interpretAnswer(body, asked.requestId);
  switch (reading.kind) {
    case 'status':
      return toInquiryOutcome(reading.status, body, asked.now);
    case 'absent':
      // Absence lets an order be sent again, so the HTTP status must be right too.
      return answer.status === 200 ? notFound(asked) : { kind: 'unavailable', detail: describe(answer) };
    case 'refused':
      // A code about our request may be about the requery; a code about the order comes with the order.
      return body.status === null
        ? { kind: 'unavailable', detail: formatMessage(body) }
        : { ...reading, gatewayCode: formatMessage(body) };
    case 'not_submitted':
    case 'exists':
    case 'unclear':
    case 'undocumented':
    case 'unreadable':
      return { kind: 'unavailable', detail: formatMessage(body) };
    default:
      return assertNever(reading);
  }
}

/** Combines code and status. If they contradict each other, the outcome is unknown. */
function interpretAnswer(body: Answer, requestId: string): Reading {
  if (body.requestId !== null && body.requestId !== requestId) return { kind: 'unreadable' };
  const meaning = CODES.get(body.code)?.meaning;
  if (meaning === undefined) return { kind: 'undocumented' };

  const status = body.status === null ? null : STATUSES.get(body.status);
  if (status === undefined) return { kind: 'undocumented' };
  switch (meaning.kind) {
    case 'by_status':
      // A delivery must name our order.
      if (body.requestId === null || status === null) return { kind: 'unreadable' };
      return status === 'unclear' ? { kind: 'unclear' } : { kind: 'status', status };
    case 'open':
      return status === null || status === 'open' ? { kind: 'status', status: 'open' } : { kind: 'unclear' };
    case 'reversed':
      return status === null || status === 'reversed'
        ? { kind: 'status', status: 'reversed' }
        : { kind: 'unclear' };
    case 'refused':
      return status === null || status === 'failed' ? meaning : { kind: 'unclear' };
    case 'not_submitted':
    case 'absent':
      return status === null ? meaning : { kind: 'unclear' };
    case 'exists':
    case 'unclear':
      return meaning;
    default:
      return assertNever(meaning);
  }
}

function toSubmission(status: Exclude<StatusMeaning, 'unclear'>, body: Answer, now: Date): SubmitOutcome {
  switch (status) {
    case 'open':
      return { kind: 'accepted', gatewayId: body.transactionId };
    case 'delivered':
      return confirmed(body, now);
    case 'failed':
      return failed(body);
    case 'reversed':
      // The answer does not show whether it was delivered before; the next inquiry books the outcome.
      return unknown('gateway_error', formatMessage(body));
    default:
      return assertNever(status);
  }
}

function toInquiryOutcome(
  status: Exclude<StatusMeaning, 'unclear'>,
  body: Answer,
  now: Date,
): InquiryOutcome {
  switch (status) {
    case 'open':
      return { kind: 'pending', gatewayId: body.transactionId };
    case 'delivered':
      return confirmed(body, now);
    case 'failed':
      return failed(body);
    case 'reversed':
      return {
        kind: 'reversed',
        deliveryKnown: false,
        confirmedAt: now,
        reversedAt: now,
        networkReference: body.transactionId,
        reason: REVERSAL_REASON,
      };
    default:
      return assertNever(status);
  }
}

function confirmed({ transactionId, cost }: Answer, now: Date): Confirmed {
  const report = { kind: 'confirmed', confirmedAt: now, networkReference: transactionId } as const;
  return cost === null ? report : { ...report, cost };
}

function failed(body: Answer): Refused {
  return {
    kind: 'refused',
    code: 'network_rejected',
    supplierFault: false,
    gatewayCode: formatMessage(body),
  };
}

/** Code, text and status, for operators. */
function formatMessage({ code, words, status }: Answer): string {
  return [operatorWords(code), words, ...(status === null ? [] : [`(${operatorWords(status)})`])]
    .join(' ')
    .trim();
}
