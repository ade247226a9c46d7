import { z } from 'zod';
import { compareDecimals, isDecimal, subtractDecimals } from '../../domain/money/decimal.ts';
import type { DecimalMoney } from '../adapter.ts';
import { operatorWords, parseJson } from '../answers.ts';

const GATEWAY_ID = /^[A-Za-z0-9_-]{1,60}$/;

const Transactions = z.object({
  transactions: z.object({
    status: z.string(),
    transactionId: z.union([z.string(), z.number()]).nullish().catch(null),
  }),
});

/** An amount as a number or as text, as text. The shortest text of a number is the one that was written, up to zeros at its end. */
const Amount = z.union([z.number(), z.string()]).transform(String).refine(isDecimal);

/** What was taken from our wallet, and the commission that explains it. */
const Charge = z.object({
  transactions: z.object({
    amount: Amount,
    total_amount: Amount,
    convinience_fee: Amount.refine((fee) => compareDecimals(fee, '0') === 0),
    commission_details: z.object({ rate: Amount, rate_type: z.enum(['percent', 'flat']) }),
  }),
});
/** VTpass sells in Nigeria only, and its wallets are in naira. */
const CURRENCY = 'NGN';
/** By how much the two may differ: VTpass may round. */
const ROUNDING = 0.01;

const Envelope = z.object({
  code: z.string().min(1).max(10),
  response_description: z.string().catch(''),
  requestId: z.string().nullish().catch(null),
  content: z.unknown().optional(),
});

const Webhook = z.object({
  type: z.string(),
  data: z.object({ requestId: z.string().optional() }).nullish().catch(null),
});

/** The parts of an answer that we act on. Clients are charged our prices, whatever its amounts are. */
export interface Answer {
  readonly code: string;
  /** For operators: printable, short, free of phone numbers. */
  readonly words: string;
  readonly requestId: string | null;
  /** `content.transactions.status`; null if the answer has no order. */
  readonly status: string | null;
  /** VTpass's id of the order. */
  readonly transactionId: string | null;
  /** What VTpass took from our wallet. Null if it does not say, or the commission does not explain it. */
  readonly cost: DecimalMoney | null;
}

/** Reads the body of a submit or of a requery; null if it is neither. */
export function readAnswer(text: string): Answer | null {
  const envelope = Envelope.safeParse(parseJson(text));
  if (!envelope.success) return null;

  const { code, response_description, requestId, content } = envelope.data;
  const order = Transactions.safeParse(content).data?.transactions;
  return {
    code,
    words: operatorWords(response_description),
    requestId: requestId ?? null,
    status: order?.status ?? null,
    transactionId: toId(order?.transactionId),
    cost: readCharge(content),
  };
}

/** `total_amount`, if that is the amount less the commission. */
function readCharge(content: unknown): DecimalMoney | null {
  const charge = Charge.safeParse(content);
  if (!charge.success) return null;
  const { amount, total_amount: total, commission_details: commission } = charge.data.transactions;
  const share = Number(commission.rate) * (commission.rate_type === 'percent' ? Number(amount) / 100 : 1);
  const off = Number(subtractDecimals(amount, total)) - share;
  return Math.abs(off) <= ROUNDING && compareDecimals(total, '0') >= 0
    ? { amount: total, currency: CURRENCY }
    : null;
}

/** The type of a webhook, and the request_id of its order, if it names one. */
export function readWebhook(text: string): { type: string; requestId: string | null } | null {
  const webhook = Webhook.safeParse(parseJson(text));
  if (!webhook.success) return null;
  return { type: webhook.data.type, requestId: webhook.data.data?.requestId ?? null };
}

/** A number that JSON cannot hold exactly would name another order. */
function toId(id: string | number | null | undefined): string | null {
  if (typeof id === 'number') return Number.isSafeInteger(id) && id > 0 ? String(id) : null;
  return typeof id === 'string' && GATEWAY_ID.test(id) ? id : null;
}
