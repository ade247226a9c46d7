import { assertNever } from '../../domain/assert-never.ts';
import type { Confirmed, CreditOutcome, InquiryOutcome, ListedOrder } from '../adapter.ts';
import { describe } from '../answers.ts';
import type { Answered } from '../http-result.ts';
import { type Asked as AskedOf, notFound, unknown, unreadable } from '../outcomes.ts';
import { retryAfterMs } from '../retry-after.ts';
import { type ClassMeaning, CREATED, ERROR_CODES, type ErrorMeaning, NO_SUCH_ADDRESS } from './codes.ts';
import { formatErrors, readMeaning, refusedBy, undocumentedClass } from './meanings.ts';
import { type GatewayError, type Order, readBody, readListBody } from './wire.ts';

/** What clients read as the reason of a reversal; DT One gives none. */
const REVERSAL_REASON = 'Reversed by the network.';

/** Whom an inquiry is about, and when it is asked. */
export interface Asked extends AskedOf {
  readonly gatewayReference: string;
  /** Whether a separate call confirms orders, so that one that is CREATED waits for us. */
  readonly twoStep: boolean;
}

/**
 * Reads the answer to a submit. The body decides and never the HTTP status: a documented code means what it says under
 * any status, and without a readable body even a 4xx proves nothing, for something else than DT One may have written it.
 */
export function readSubmission(answer: Answered, gatewayReference: string, now: Date): CreditOutcome {
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

/** Reads GET /transactions/{id}; null means: ask again by external_id, for this is not (or no longer) our order. */
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
    // Anything else in the list shows that it was not searched by our key, so our absence proves nothing.
    if (body.orders.length + body.unreadable > 0) {
      return { kind: 'unavailable', detail: 'the list holds other orders than the one asked for' };
    }
    // Absence is what lets an order be sent again, so here the status must be right as well.
    return answer.status === 200 ? notFound(asked) : { kind: 'unavailable', detail: describe(answer) };
  }
  return body.kind === 'errors' && isAbsent(body.errors) ? notFound(asked) : unavailable(answer, body);
}

function toSubmission(order: Order, gatewayReference: string, now: Date): CreditOutcome {
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
function submissionOfErrors(errors: readonly GatewayError[], answer: Answered, now: Date): CreditOutcome {
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

/** Of several orders under one key (there should be one) the one that delivered counts, and an open one before a refused. */
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

/** What an order of the day's list came to. */
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

/** Enough to look elsewhere, though not enough to call an order absent. */
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
