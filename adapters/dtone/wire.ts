import { z } from 'zod';
import { isDecimal } from '../../domain/money/decimal.ts';
import type { DecimalMoney } from '../adapter.ts';
import { operatorWords, parseJson, readNetworkReference } from '../answers.ts';
import { parseDecimalJson } from '../decimal-json.ts';

/** A 64-bit integer, as a number or as text. */
const Id = z.union([z.number(), z.string()]);

const Transaction = z.object({
  id: Id.nullish(),
  external_id: z.string(),
  confirmation_date: z.string().nullish().catch(null),
  operator_reference: z.string().nullish().catch(null),
  product: z.object({ id: z.int().positive() }).nullish().catch(null),
  prices: z
    .object({
      wholesale: z.object({
        amount: z.number().nonnegative(),
        fee: z.literal(0),
        unit: z.string().regex(/^[A-Z]{3}$/),
        unit_type: z.literal('CURRENCY'),
      }),
    })
    .nullish()
    .catch(null),
  status: z.object({
    message: z.string().nullish(),
    class: z.object({ id: z.number(), message: z.string().nullish() }),
  }),
});

const Errors = z.object({
  errors: z.array(z.object({ code: z.number(), message: z.string().catch('') })).min(1),
});

const Balances = z.array(z.object({ unit: z.string(), available: z.object({ decimal: z.string() }) }));

const Callback = z.object({ id: Id.nullish(), external_id: z.string() });

/** An order as DT One describes it, reduced to what we act on. */
export interface Order {
  readonly gatewayId: string | null;
  readonly externalId: string;
  readonly classId: number;
  /** The class's name as sent; empty where none was. */
  readonly className: string;
  /** `DECLINED-BARRED-CREDIT-PARTY` and the like. */
  readonly status: string;
  /** When the order was confirmed to DT One, which is before it was delivered. */
  readonly orderedAt: Date | null;
  readonly operatorReference: string | null;
  /** The id of the product that was ordered, as DT One has it. */
  readonly productId: string | null;
  /** What DT One takes from our wallet. Null if it is not there, or has a fee: where that is taken is not documented. */
  readonly wholesale: DecimalMoney | null;
}

export interface GatewayError {
  readonly code: number;
  /** For operators: printable, short, free of phone numbers. */
  readonly words: string;
}

export type Body =
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'errors'; readonly errors: readonly GatewayError[] }
  | { readonly kind: 'unreadable' };

export type ListBody =
  | {
      readonly kind: 'orders';
      readonly orders: readonly Order[];
      /** Members that were no readable orders. */
      readonly unreadable: number;
    }
  | Exclude<Body, { kind: 'order' }>;

/** Reads the body of a submit or of an inquiry by id. A body that is both an order and an error is neither. */
export function readBody(text: string): Body {
  const json = parseJson(text);
  const order = Transaction.safeParse(json);
  const errors = Errors.safeParse(json);

  if (order.success && !hasErrors(json)) return { kind: 'order', order: toOrder(order.data) };
  if (errors.success && !order.success) return { kind: 'errors', errors: errors.data.errors.map(toError) };
  return { kind: 'unreadable' };
}

/** Reads the body of an inquiry by external_id: an array, or errors. */
export function readListBody(text: string): ListBody {
  const json = parseJson(text);
  if (!Array.isArray(json)) {
    const body = readBody(text);
    return body.kind === 'order' ? { kind: 'unreadable' } : body;
  }

  const members = json.map((member) => Transaction.safeParse(member));
  const orders = members.flatMap((member) => (member.success ? [toOrder(member.data)] : []));
  return { kind: 'orders', orders, unreadable: members.length - orders.length };
}

/** Reads our balances, each with its unit; amounts stay the decimal text they were written as. */
export function readBalances(
  text: string,
): readonly { readonly currency: string; readonly available: string }[] | null {
  const balances = Balances.safeParse(parseDecimalJson(text));
  if (!balances.success) return null;
  return balances.data.map(({ unit, available }) => ({ currency: unit, available: available.decimal }));
}

/** The names in a callback; null where the body is no order. Nothing else of a callback is worth believing. */
export function readCallbackNames(text: string): { externalId: string; gatewayId: string | null } | null {
  const callback = Callback.safeParse(parseJson(text));
  if (!callback.success) return null;
  return { externalId: callback.data.external_id, gatewayId: toGatewayId(callback.data.id) };
}

/**
 * An instant with up to nine fractional digits, to the millisecond; null where it is none.
 * Date.parse alone would also take local times and dates without a time.
 */
export function readInstant(text: string): Date | null {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(text);
  if (parts === null) return null;

  const [, seconds = '', fraction = '', zone = ''] = parts;
  const instant = new Date(`${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

function hasErrors(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || !('errors' in json)) return false;
  return json.errors !== null && !(Array.isArray(json.errors) && json.errors.length === 0);
}

function toOrder(transaction: z.output<typeof Transaction>): Order {
  const { status, confirmation_date, operator_reference, product, prices } = transaction;
  const className = status.class.message ?? '';
  return {
    gatewayId: toGatewayId(transaction.id),
    externalId: transaction.external_id,
    classId: status.class.id,
    className,
    status: operatorWords(status.message ?? className),
    orderedAt: typeof confirmation_date === 'string' ? readInstant(confirmation_date) : null,
    operatorReference: readNetworkReference(operator_reference),
    productId: product?.id.toString() ?? null,
    wholesale: prices == null ? null : toMoney(prices.wholesale),
  };
}

/** The shortest text of a number is the one that was written, up to zeros at its end. */
function toMoney({ amount, unit }: { amount: number; unit: string }): DecimalMoney | null {
  const text = String(amount);
  return isDecimal(text) ? { amount: text, currency: unit } : null;
}

function toError({ code, message }: { code: number; message: string }): GatewayError {
  return { code, words: operatorWords(message) };
}

/** Ids are 64-bit integers; one that a JSON number cannot hold exactly would name another order. */
function toGatewayId(id: string | number | null | undefined): string | null {
  if (typeof id === 'number') return Number.isSafeInteger(id) && id > 0 ? String(id) : null;
  return typeof id === 'string' && /^[1-9]\d{0,18}$/.test(id) ? id : null;
}
