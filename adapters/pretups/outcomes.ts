import { assertNever } from '../../domain/assert-never.ts';
import type { InquiryOutcome, SubmitOutcome, WalletRead } from '../adapter.ts';
import { describe, operatorWords } from '../answers.ts';
import type { Answered } from '../http-result.ts';
import { type Asked as AskedOf, notFound, unknown, unreadable } from '../outcomes.ts';
import { type CarrierMeaning, readMeaning } from './codes.ts';
import { type Answer, readAnswer } from './wire.ts';

/** The type of the answer to each command. */
export const RESPONSES = {
  recharge: 'EXRCTRFRESP',
  bundle: 'VASSELLRESP',
  status: 'EXRCSTATRESP',
  balance: 'EXUSRBALRESP',
} as const;

/** What is needed to read the answers of one carrier. */
export interface Carrier {
  /** Secrets to mask in texts for operators, in case the carrier repeats them. */
  readonly secrets: readonly string[];
  readonly codes: ReadonlyMap<string, CarrierMeaning>;
  readonly holdMs: number;
}

/** The order of an inquiry, and the time of the inquiry. */
export interface Asked extends Omit<AskedOf, 'holdMs'> {
  readonly gatewayReference: string;
}

/** Reads the answer to an order. Only a documented status counts; anything else makes us inquire. */
export function readSubmission(
  answer: Answered,
  expected: { readonly gatewayReference: string; readonly type: string },
  carrier: Carrier,
  now: Date,
): SubmitOutcome {
  const body = readAnswer(answer.body);
  if (body === null || body.type !== expected.type) return unreadable(answer);
  if (body.reference !== null && body.reference !== expected.gatewayReference) {
    return unknown('unreadable_response', 'the answer names another order');
  }
  const meaning = readMeaning(body.txnStatus, carrier.codes);
  const gatewayCode = formatMessage(body.txnStatus, body, carrier);
  switch (meaning?.kind) {
    case 'delivered':
      if (body.reference === null) return unknown('unreadable_response', 'the answer names no order');
      return { kind: 'confirmed', confirmedAt: now, networkReference: body.txnId };
    case 'refused':
      return { ...meaning, gatewayCode };
    case 'not_submitted':
      return { ...meaning, retryAfterMs: null, gatewayCode };
    case 'open':
      return { kind: 'accepted', gatewayId: body.txnId };
    case 'ambiguous':
      return unknown('ambiguous', gatewayCode);
    case 'absent':
    case undefined:
      return unknown('undocumented_code', gatewayCode);
    default:
      return assertNever(meaning);
  }
}

/** Reads the answer to a status request: TXNSTATUS is about the request, REQSTATUS about the transfer. */
export function readInquiry(answer: Answered, asked: Asked, carrier: Carrier): InquiryOutcome {
  const body = readAnswer(answer.body);
  if (body === null || body.type !== RESPONSES.status)
    return { kind: 'unavailable', detail: describe(answer) };
  if (body.reference !== null && body.reference !== asked.gatewayReference) {
    return { kind: 'unavailable', detail: 'the answer names another order' };
  }
  if (body.txnStatus !== '200') return notAnswered(body, answer, asked, carrier);
  if (body.reqStatus === null || body.reference === null) {
    return { kind: 'unavailable', detail: 'the answer has no outcome of an order' };
  }

  const meaning = readMeaning(body.reqStatus, carrier.codes);
  switch (meaning?.kind) {
    case 'delivered':
      return { kind: 'confirmed', confirmedAt: asked.now, networkReference: body.txnId };
    case 'refused':
      return { ...meaning, gatewayCode: formatMessage(body.reqStatus, body, carrier) };
    case 'open':
    case 'ambiguous':
      return { kind: 'pending', gatewayId: body.txnId };
    case 'not_submitted':
    case 'absent':
    case undefined:
      return { kind: 'unavailable', detail: formatMessage(body.reqStatus, body, carrier) };
    default:
      return assertNever(meaning);
  }
}

/** Reads the answer to a balance request. */
export function readWallets(answer: Answered, carrier: Carrier): WalletRead {
  const body = readAnswer(answer.body);
  if (body === null || body.type !== RESPONSES.balance)
    return { kind: 'unavailable', detail: describe(answer) };
  if (body.txnStatus !== '200' || body.records.length === 0) {
    return { kind: 'unavailable', detail: formatMessage(body.txnStatus, body, carrier) };
  }
  return {
    kind: 'wallets',
    wallets: body.records.map(({ product, balance }) => ({ currency: product, available: balance })),
  };
}

function notAnswered(body: Answer, answer: Answered, asked: Asked, carrier: Carrier): InquiryOutcome {
  const isAbsent = readMeaning(body.txnStatus, carrier.codes)?.kind === 'absent';
  return isAbsent && answer.status === 200
    ? notFound({ ...asked, holdMs: carrier.holdMs })
    : { kind: 'unavailable', detail: formatMessage(body.txnStatus, body, carrier) };
}

function formatMessage(status: string, { words }: Answer, { secrets }: Carrier): string {
  const discreet = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), words);
  return `${operatorWords(status)} ${discreet}`.trim();
}
