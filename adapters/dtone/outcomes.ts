import { assertNever } from '../../domain/assert-never.ts';
import type { Confirmed, InquiryOutcome, ListedOrder, SubmitOutcome } from '../adapter.ts';
import { describe } from '../answers.ts';
import type { Answered } from '../http-result.ts';
import { type Asked as AskedOf, notFound, unknown, unreadable } from '../outcomes.ts';
import { retryAfterMs } from '../retry-after.ts';
import { type ClassMeaning, CREATED, ERROR_CODES, type ErrorMeaning, NO_SUCH_ADDRESS } from './codes.ts';
import { formatErrors, readMeaning, refusedBy, undocumentedClass } from './meanings.ts';
import { type GatewayError, type Order, readBody, readListBody } from './wire.ts';

/** The reason of a reversal that clients read; DT One provides none. */
const REVERSAL_REASON = 'Reversed by the network.';

/** The order of an inquiry, and the time of the inquiry. */
export interface Asked extends AskedOf {
  readonly gatewayReference: string;
  /** Whether a second call confirms orders, so that one in CREATED waits for us. */
  readonly twoStep: boolean;
}

/**
 * Reads the answer to a submit. The body decides, never the HTTP status: a documented code counts under any status, and
 * without a readable body even a 4xx proves nothing, because a proxy may have written it.
 */
export function readSubmission(answer: Answered, gatewayReference: string, now: Date): SubmitOutcome {
  const body = readBody(answer.body);
  switch (body.kind) {
    case 'order':
      return toSubmission(body.order, gatewayReference, now);
    case 'errors':
      return submissionOfErrors(body.errors, answer, now);
    case 'unreadable':
      return unreadable(answer);
    default:
      return assertNever(body);
  }
}

/** Reads GET /transactions/{id}. Null means that this is not our order: ask again by external_id. */
export function readInquiryById(answer: Answered, asked: Asked): InquiryOutcome | null {
  const body = readBody(answer.body);
  if (body.kind === 'order') {
    return body.order.externalId === asked.gatewayReference ? toInquiryOutcome([body.order], asked) : null;
  }
  return body.kind === 'errors' && isNowhere(body.errors) ? null : unavailable(answer, body);
}

/** Reads GET /transactions?external_id=…. */
export function readInquiryByKey(answer: Answered, asked: Asked): InquiryOutcome {
  const body = readListBody(answer.body);
  if (body.kind === 'orders') {
    const ours = body.orders.filter((order) => order.externalId === asked.gatewayReference);
    if (ours.length > 0) return toInquiryOutcome(ours, asked);
    // Another order in the list shows that it was not searched by our key, so absence proves nothing.
    if (body.orders.length + body.unreadable > 0) {
      return { kind: 'unavailable', detail: 'the list has other orders than the requested one' };
    }
    // Absence lets an order be sent again, so the HTTP status must be right too.
    return answer.status === 200 ? notFound(asked) : { kind: 'unavailable', detail: describe(answer) };
  }
  return body.kind === 'errors' && isAbsent(body.errors) ? notFound(asked) : unavailable(answer, body);
}

function toSubmission(order: Order, gatewayReference: string, now: Date): SubmitOutcome {
  if (order.externalId !== gatewayReference)
    return unknown('unreadable_response', 'the answer names another order');

  const meaning = readMeaning(order);
  switch (meaning) {
    case 'open':
      return { kind: 'accepted', gatewayId: order.gatewayId };
    case 'confirmed':
      return confirmedBy(order, now);
    case 'refused':
      return refusedBy(order);
    case 'reversed':
      // A submit cannot report it; the inquiry that follows can.
      return unknown('undocumented_code', `answered with ${order.status}`);
    case null:
      return unknown('undocumented_code', undocumentedClass(order));
    default:
      return assertNever(meaning);
  }
}

/** Several errors are as certain as the least certain of them. */
function submissionOfErrors(errors: readonly GatewayError[], answer: Answered, now: Date): SubmitOutcome {
  const meanings = errors.map((error) => ERROR_CODES.get(error.code));
  const gatewayCode = formatErrors(errors);
  const detail = `HTTP ${answer.status}, ${gatewayCode}`;

  if (meanings.some((meaning) => meaning?.kind === 'exists')) return unknown('duplicate_reference', detail);
  if (meanings.some((meaning) => meaning?.kind === 'unclear')) return unknown('gateway_error', detail);
  const definite = meanings.flatMap((meaning) => (isDefinite(meaning) ? [meaning] : []));
  const [first] = definite;
  if (first === undefined || definite.length < errors.length) return unknown('undocumented_code', detail);

  if (first.kind === 'not_submitted') {
    return { ...first, retryAfterMs: retryAfterMs(answer.headers, now), gatewayCode };
  }
  return { ...first, gatewayCode };
}

function isDefinite(
  meaning: ErrorMeaning | undefined,
): meaning is Extract<ErrorMeaning, { kind: 'refused' | 'not_submitted' }> {
  return meaning?.kind === 'refused' || meaning?.kind === 'not_submitted';
}

/** If there are several orders under one key, which should not happen: delivered counts first, refused last. */
function toInquiryOutcome(orders: readonly Order[], { now, twoStep }: Asked): InquiryOutcome {
  const read = orders.map((order) => ({ order, meaning: readMeaning(order) }));
  for (const wanted of ['confirmed', 'reversed', 'open', null, 'refused'] as const) {
    const found = read.find(({ meaning }) => meaning === wanted);
    if (found === undefined) continue;
    const { gatewayId, classId } = found.order;
    if (twoStep && classId === CREATED && gatewayId !== null) return { kind: 'unconfirmed', gatewayId };
    return inquiryOfOne(found.order, found.meaning, now);
  }
  return { kind: 'unavailable', detail: 'no order in the answer' };
}

function inquiryOfOne(order: Order, meaning: ClassMeaning | null, now: Date): InquiryOutcome {
  switch (meaning) {
    case 'open':
      return { kind: 'pending', gatewayId: order.gatewayId };
    case 'confirmed':
      return confirmedBy(order, now);
    case 'refused':
      return refusedBy(order);
    case 'reversed':
      return {
        kind: 'reversed',
        deliveryKnown: true,
        confirmedAt: order.orderedAt !== null && order.orderedAt <= now ? order.orderedAt : now,
        reversedAt: now,
        networkReference: order.operatorReference,
        reason: REVERSAL_REASON,
      };
    case null:
      return { kind: 'unavailable', detail: undocumentedClass(order), undocumented: true };
    default:
      return assertNever(meaning);
  }
}

function confirmedBy({ operatorReference, productId }: Order, now: Date): Confirmed {
  const confirmed = { kind: 'confirmed', confirmedAt: now, networkReference: operatorReference } as const;
  return productId === null ? confirmed : { ...confirmed, product: productId };
}

/** The outcome of an order in the list of a day. */
export function toListedOutcome(order: Order, now: Date): ListedOrder['outcome'] {
  const outcome = inquiryOfOne(order, readMeaning(order), now);
  switch (outcome.kind) {
    case 'confirmed':
    case 'refused':
    case 'reversed':
    case 'pending':
      return outcome;
    default:
      return { kind: 'unclear', detail: undocumentedClass(order) };
  }
}

function isAbsent(errors: readonly GatewayError[]): boolean {
  return errors.every((error) => ERROR_CODES.get(error.code)?.kind === 'absent');
}

/** Reason enough to ask by key, but no proof of absence. */
function isNowhere(errors: readonly GatewayError[]): boolean {
  return isAbsent(errors) || errors.every(({ code }) => code === NO_SUCH_ADDRESS);
}

function unavailable(
  answer: Answered,
  body: { kind: 'errors'; errors: readonly GatewayError[] } | { kind: 'unreadable' },
) {
  const detail =
    body.kind === 'errors' ? `HTTP ${answer.status}, ${formatErrors(body.errors)}` : describe(answer);
  return { kind: 'unavailable', detail } as const;
}
