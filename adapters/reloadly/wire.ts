import { z } from 'zod';
import { compareDecimals, isDecimal, subtractDecimals } from '../../domain/money/decimal.ts';
import type { DecimalMoney } from '../adapter.ts';
import { operatorWords, readNetworkReference } from '../answers.ts';
import { parseDecimalJson } from '../decimal-json.ts';

const Decimal = z.object({ decimal: z.string() }).transform(({ decimal }) => decimal);
/** A 64-bit integer, as a number or as text. */
const Id = z.union([Decimal, z.string()]).pipe(z.string().regex(/^[1-9]\d{0,18}$/));
const Word = z.string().nullish().catch(null);

/** An exact amount; a number with an exponent is none. */
const Amount = Decimal.refine(isDecimal);
const Currency = z.string().regex(/^[A-Z]{3}$/);

/** Both ways in which an order says what was taken from our wallet. */
const Charge = z.object({
  requestedAmount: Amount,
  requestedAmountCurrencyCode: Currency,
  discount: Amount,
  discountCurrencyCode: Currency,
  balanceInfo: z.object({ oldBalance: Amount, newBalance: Amount, currencyCode: Currency }),
});
/** By how much the two may differ: `discount` is rounded to two places. */
const ROUNDING = '0.01';

const Order = z.object({
  transactionId: Id.nullish().catch(null),
  status: z.string(),
  customIdentifier: Word,
  operatorTransactionId: Word,
  operatorId: Id.nullish().catch(null),
  requestedAmount: Decimal.nullish().catch(null),
});

const Accepted = z.object({ transactionId: Id });
const Errors = z.object({ errorCode: z.string(), message: Word });
const Report = z.object({ content: z.array(z.unknown()) });
const Token = z.object({ access_token: z.string().min(1), expires_in: Decimal });
const Balance = z.object({ balance: Decimal, currencyCode: z.string() });
const Webhook = z.object({ type: z.string(), data: z.unknown() });

/** The parts of an order that we act on. */
export interface TopUp {
  readonly gatewayId: string | null;
  readonly status: string;
  readonly customIdentifier: string | null;
  readonly operatorReference: string | null;
  /** `341:500`: the operator, and the amount in the currency of our wallet, which may be missing. */
  readonly product: string | null;
  /** What Reloadly took from our wallet. Null if it does not say, or says two different things. */
  readonly cost: DecimalMoney | null;
}

export type Body =
  | { readonly kind: 'order'; readonly order: TopUp }
  /** The answer to an async submit. */
  | { readonly kind: 'accepted'; readonly gatewayId: string }
  | { readonly kind: 'error'; readonly code: string; readonly words: string }
  | { readonly kind: 'unreadable' };

/** Reads the body of a submit or of an inquiry by id. A body that is both an order and an error is neither. */
export function readBody(text: string): Body {
  const json = parseDecimalJson(text);
  const order = Order.safeParse(json);
  const error = Errors.safeParse(json);
  const accepted = Accepted.safeParse(json);
  if (error.success) {
    if (order.success || accepted.success) return { kind: 'unreadable' };
    return { kind: 'error', code: error.data.errorCode, words: operatorWords(error.data.message ?? '') };
  }
  if (order.success) return { kind: 'order', order: toTopUp(order.data, json) };
  return accepted.success && isBare(json)
    ? { kind: 'accepted', gatewayId: accepted.data.transactionId }
    : { kind: 'unreadable' };
}

/** Reads a page of the report: its orders, and the number of unreadable members. */
export function readReport(
  text: string,
): { readonly orders: readonly TopUp[]; readonly unreadable: number } | null {
  const report = Report.safeParse(parseDecimalJson(text));
  if (!report.success) return null;
  const { content } = report.data;
  const orders = content.flatMap((member) => {
    const order = Order.safeParse(member);
    return order.success ? [toTopUp(order.data, member)] : [];
  });
  return { orders, unreadable: content.length - orders.length };
}

/** Reads a token and its lifetime in seconds. */
export function readToken(
  text: string,
): { readonly token: string; readonly expiresInSeconds: number } | null {
  const token = Token.safeParse(parseDecimalJson(text));
  if (!token.success) return null;
  const expiresInSeconds = Number(token.data.expires_in);
  return Number.isFinite(expiresInSeconds) && expiresInSeconds > 0
    ? { token: token.data.access_token, expiresInSeconds }
    : null;
}

/** Reads our balance, as decimal text. */
export function readBalance(text: string): { readonly currency: string; readonly available: string } | null {
  const balance = Balance.safeParse(parseDecimalJson(text));
  return balance.success ? { currency: balance.data.currencyCode, available: balance.data.balance } : null;
}

/** Reads a webhook: its type, and its order if there is one. */
export function readWebhook(text: string): { readonly type: string; readonly order: TopUp | null } | null {
  const webhook = Webhook.safeParse(parseDecimalJson(text));
  if (!webhook.success) return null;
  const order = Order.safeParse(webhook.data.data);
  return { type: webhook.data.type, order: order.success ? toTopUp(order.data, webhook.data.data) : null };
}

/** Without a status, which every order has. */
function isBare(json: unknown): boolean {
  return typeof json === 'object' && json !== null && !('status' in json) && !('error' in json);
}

function toTopUp(order: z.output<typeof Order>, member: unknown): TopUp {
  return {
    gatewayId: order.transactionId ?? null,
    status: operatorWords(order.status),
    customIdentifier: order.customIdentifier ?? null,
    operatorReference: readNetworkReference(order.operatorTransactionId),
    product: order.operatorId == null ? null : `${order.operatorId}:${order.requestedAmount ?? ''}`,
    cost: readCharge(member),
  };
}

/** The balance before an order less the one after it, if that is what the amount and its discount say too. */
function readCharge(member: unknown): DecimalMoney | null {
  const charge = Charge.safeParse(member);
  if (!charge.success) return null;
  const { balanceInfo, requestedAmount, discount, ...currencies } = charge.data;
  const currency = balanceInfo.currencyCode;
  if (currencies.requestedAmountCurrencyCode !== currency || currencies.discountCurrencyCode !== currency)
    return null;
  const amount = subtractDecimals(balanceInfo.oldBalance, balanceInfo.newBalance);
  const off = subtractDecimals(subtractDecimals(requestedAmount, discount), amount);
  const isSame = compareDecimals(off, ROUNDING) <= 0 && compareDecimals(off, `-${ROUNDING}`) >= 0;
  return isSame && compareDecimals(amount, '0') >= 0 ? { amount, currency } : null;
}
