import { createHmac } from 'node:crypto';
import type { Rendering } from '../../simulation/answers.ts';
import type { Order } from '../../simulation/book.ts';
import type { Claim } from '../../simulation/world.ts';

const SHOWN = {
  open: 'PROCESSING',
  delivered: 'SUCCESSFUL',
  failed: 'FAILED',
  reversed: 'REFUNDED',
} as const;
const TYPE = 'application/json;charset=UTF-8';
/** Of the one country whose numbers are dialled here. */
const CALLING_CODE = '234';
const OLD_MS = 10 * 60_000;
/** Amounts are counted in millionths. */
const MILLION = 1_000_000n;
/** What is in the wallet before each order; it never runs out. */
const WALLET = 90_071_992n * MILLION + 537_320n;
/** The share of an amount that the operator gives back. */
const DISCOUNT_PERCENT = 2n;

/** An order as sync submits, inquiries and the report show it. Amounts stand there as bare decimals. */
export function orderJson(order: Order, claim: Claim = 'true'): string {
  const status = statusOf(order, claim);
  const [operatorId = '0', amount = '0'] = (order.behaviour.shownProduct ?? order.product).split(':');
  const delivered = order.deliveries > 0 || claim === 'delivered';
  const at = wallClock(order.takenAtMs);
  const { discount, after } = chargeOf(amount, status);
  return (
    `{"transactionId":${order.id},"status":${JSON.stringify(status)},` +
    `"operatorTransactionId":${delivered ? JSON.stringify(`${order.id}:OrderConfirmed`) : 'null'},` +
    `"customIdentifier":${JSON.stringify(order.reference)},"recipientPhone":${order.number.replace(/^0/, CALLING_CODE)},` +
    `"recipientEmail":null,"senderPhone":null,"countryCode":"NG","operatorId":${operatorId},` +
    `"operatorName":"Simulated data","discount":${discount},"discountCurrencyCode":"NGN",` +
    `"requestedAmount":${amount},"requestedAmountCurrencyCode":"NGN",` +
    `"deliveredAmount":${amount},"deliveredAmountCurrencyCode":"NGN","transactionDate":"${at}",` +
    `"pinDetail":null,"balanceInfo":{"oldBalance":${decimal(WALLET)},"newBalance":${after},` +
    `"currencyCode":"NGN","currencyName":"Nigerian Naira","updatedAt":"${at}"}}`
  );
}

/** The discount, rounded to two places, and the balance after an order, which is exact. A failed order takes nothing. */
function chargeOf(amount: string, status: string) {
  const asked = millionths(amount);
  const off = (asked * DISCOUNT_PERCENT) / 100n;
  const isTaken = status !== SHOWN.failed && status !== SHOWN.reversed;
  const cent = MILLION / 100n;
  return {
    discount: decimal(((off + cent / 2n) / cent) * cent),
    after: decimal(isTaken ? WALLET - asked + off : WALLET),
  };
}

function millionths(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * MILLION + BigInt(fraction.slice(0, 6).padEnd(6, '0'));
}

function decimal(units: bigint): string {
  return `${units / MILLION}.${String(units % MILLION).padStart(6, '0')}`;
}

export function errorJson(code: string | null, message: string): string {
  const at = wallClock(Date.now());
  return JSON.stringify({
    timeStamp: at,
    message,
    path: '/topups',
    errorCode: code,
    infoLink: null,
    details: [],
  });
}

/** The answer to a submit, and how it goes wrong. */
export function submitRendering(order: Order | null, sync: boolean): Rendering {
  const id = order?.id ?? '0';
  const whole = order === null ? '{}' : orderJson(order);
  return {
    type: TYPE,
    text: sync ? whole : `{"transactionId":${id}}`,
    unknownStatus: order === null ? '{}' : whole.replace(/"status":"[A-Z]+"/, '"status":"DEFERRED"'),
    unknownCode: errorJson('SOMETHING_NEW', 'Something new'),
    fault: errorJson('PROVIDER_INTERNAL_ERROR', 'Provider internal error'),
  };
}

/** The answer to an inquiry, and how it goes wrong. */
export function inquiryRendering(text: string): Rendering {
  return {
    type: TYPE,
    text,
    unknownStatus: text.replace(/"status":"[A-Z]+"/, '"status":"DEFERRED"'),
    unknownCode: errorJson('SOMETHING_NEW', 'Something new'),
    fault: errorJson('PROVIDER_INTERNAL_ERROR', 'Provider internal error'),
  };
}

/** The body of a webhook. */
export function webhookJson(order: Order, claim: Claim): string {
  return `{"type":"airtime_transaction.status","data":${orderJson(order, claim)}}`;
}

/** The headers that sign a webhook: rightly, wrongly, or rightly with a time that is long past. */
export function signWebhook(
  body: string,
  secret: string,
  how: 'right' | 'wrong' | 'old',
): Readonly<Record<string, string>> {
  const timestamp = String(Date.now() - (how === 'old' ? OLD_MS : 0));
  const key = how === 'wrong' ? `not ${secret}` : secret;
  return {
    'X-Reloadly-Request-Timestamp': timestamp,
    'X-Reloadly-Signature': createHmac('sha256', key).update(`${body}:${timestamp}`).digest('hex'),
  };
}

function statusOf(order: Order, claim: Claim): string {
  if (claim === 'delivered') return SHOWN.delivered;
  return order.status === 'open' ? (order.behaviour.openWord ?? SHOWN.open) : SHOWN[order.status];
}

/** A time without a zone, as Reloadly writes it. */
function wallClock(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
