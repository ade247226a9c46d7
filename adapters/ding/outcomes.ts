import { assertNever } from '../../domain/assert-never.ts';
import type { Confirmed, InquiryOutcome, ListedOrder, Refused, SubmitOutcome } from '../adapter.ts';
import { describe } from '../answers.ts';
import type { Answered } from '../http-result.ts';
import { type Asked as AskedOf, notFound, unknown, unreadable } from '../outcomes.ts';
import { retryAfterMs } from '../retry-after.ts';
import {
  ERROR_CODES,
  type ErrorMeaning,
  OTHER_PARAMETER,
  PARAMETERS,
  STATES,
  type StateMeaning,
} from './codes.ts';
import { type Answer, type ErrorCode, readAnswer, readPage, type Transfer } from './wire.ts';

/** The order of an inquiry, and the time of the inquiry. */
export interface Asked extends AskedOf {
  readonly gatewayReference: string;
}

type Definite = Exclude<ErrorMeaning, { kind: 'by_parameter' }>;

/** Reads the answer to SendTransfer. The body decides: Ding answers failures with any HTTP status. */
export function readSubmission(answer: Answered, gatewayReference: string, now: Date): SubmitOutcome {
  const body = readAnswer(answer.body);
  if (body === null) return unreadable(answer);
  const { transfer } = body;
  if (transfer === null) return withoutTransfer(body, answer, now);
  if (transfer.distributorRef !== gatewayReference)
    return unknown('unreadable_response', 'the answer names another order');

  const state = STATES.get(transfer.state);
  switch (state) {
    case 'confirmed':
      // Another product may have been delivered; an inquiry names it.
      return body.isSuccess && body.errors.length === 0
        ? confirmedBy(transfer, now)
        : unknown('ambiguous', inWords(body));
    case 'open':
      return body.errors.length === 0
        ? { kind: 'accepted', gatewayId: transfer.transferRef }
        : unknown('ambiguous', inWords(body));
    case 'failed':
      return failedBy(body, answer, now);
    case undefined:
      return unknown('undocumented_code', `the state ${transfer.state}`);
    default:
      return assertNever(state);
  }
}

/** Reads ListTransferRecords, searched by our DistributorRef. */
export function readInquiry(answer: Answered, asked: Asked): InquiryOutcome {
  const page = readPage(answer.body);
  if (page === null) return { kind: 'unavailable', detail: describe(answer) };
  const ours = page.transfers.filter(({ distributorRef }) => distributorRef === asked.gatewayReference);
  if (ours.length > 0) return ofTransfers(ours, asked.now);
  // Other transfers in the list show that it was not searched by our reference, so absence proves nothing.
  if (page.transfers.length + page.unreadable > 0 || page.hasMore) {
    return { kind: 'unavailable', detail: 'the list has other orders than the requested one' };
  }
  // Absence lets an order be sent again, so the HTTP status must be right too.
  return answer.status === 200 ? notFound(asked) : { kind: 'unavailable', detail: describe(answer) };
}

/** The outcome of a transfer in the list of a day. */
export function toListedOutcome(transfer: Transfer, now: Date): ListedOrder['outcome'] {
  const outcome = ofTransfers([transfer], now);
  switch (outcome.kind) {
    case 'confirmed':
    case 'refused':
    case 'pending':
      return outcome;
    default:
      return { kind: 'unclear', detail: `the state ${transfer.state}` };
  }
}

/** Several transfers under one reference mean that Ding took it more than once: delivered counts first, failed last. */
function ofTransfers(transfers: readonly Transfer[], now: Date): InquiryOutcome {
  const find = (state: StateMeaning | undefined) =>
    transfers.find((transfer) => STATES.get(transfer.state) === state);
  const delivered = find('confirmed');
  if (delivered !== undefined) return confirmedBy(delivered, now);
  const open = find('open');
  if (open !== undefined) return { kind: 'pending', gatewayId: open.transferRef };
  const undocumented = find(undefined);
  if (undocumented === undefined) return rejected('Failed');
  return { kind: 'unavailable', detail: `the state ${undocumented.state}`, undocumented: true };
}

function confirmedBy({ transferRef, skuCode }: Transfer, now: Date): Confirmed {
  const confirmed = { kind: 'confirmed', confirmedAt: now, networkReference: transferRef } as const;
  return skuCode === null ? confirmed : { ...confirmed, product: skuCode };
}

/** A failed transfer delivers nothing. Its codes say whose fault it is, if they are known. */
function failedBy(body: Answer, answer: Answered, now: Date): SubmitOutcome {
  const outcome = body.errors.length === 0 ? null : withoutTransfer(body, answer, now);
  return outcome?.kind === 'refused' || outcome?.kind === 'not_submitted' ? outcome : rejected(inWords(body));
}

function rejected(gatewayCode: string): Refused {
  return { kind: 'refused', code: 'network_rejected', supplierFault: false, gatewayCode };
}

/** Several codes are as certain as the least certain of them. A success without a transfer says nothing. */
function withoutTransfer(body: Answer, answer: Answered, now: Date): SubmitOutcome {
  const detail = inWords(body);
  const meanings = body.errors.map(meaningOf);
  const [first] = meanings;
  if (first === undefined || body.isSuccess) return unknown('unreadable_response', detail);
  if (meanings.some((meaning) => meaning === null)) return unknown('undocumented_code', detail);
  if (meanings.some((meaning) => meaning?.kind === 'exists')) return unknown('duplicate_reference', detail);
  if (first === null || meanings.some((meaning) => meaning?.kind === 'unclear'))
    return unknown('gateway_error', detail);
  switch (first.kind) {
    case 'refused':
      return { ...first, gatewayCode: detail };
    case 'not_submitted':
      return { ...first, retryAfterMs: retryAfterMs(answer.headers, now), gatewayCode: detail };
    case 'exists':
    case 'unclear':
      return unknown('gateway_error', detail);
    default:
      return assertNever(first);
  }
}

function meaningOf({ code, context }: ErrorCode): Definite | null {
  const meaning = ERROR_CODES.get(code);
  if (meaning?.kind !== 'by_parameter') return meaning ?? null;
  return PARAMETERS.get(context ?? '') ?? OTHER_PARAMETER;
}

/** Codes with their contexts, for operators. */
function inWords({ errors, transfer }: Answer): string {
  const codes = errors.map(({ code, context }) => (context === null ? code : `${code} (${context})`));
  const words = [...codes, ...(transfer === null ? [] : [transfer.state])].join(', ');
  return words === '' ? 'no code and no transfer' : words;
}
