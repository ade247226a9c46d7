import type { AuditEntry } from '../../../../clients/typescript/src/types.ts';

type Facts = NonNullable<AuditEntry['before']>;

/** How a value is shown. */
export type Shown =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unset' }
  | { readonly kind: 'money'; readonly amount: number; readonly currency: string }
  | { readonly kind: 'duration'; readonly seconds: number }
  | { readonly kind: 'time'; readonly at: string }
  | { readonly kind: 'answer'; readonly isYes: boolean }
  /** New prices of bundles; null if a bundle is not sold. */
  | { readonly kind: 'prices'; readonly prices: readonly Repriced[]; readonly currency: string }
  | { readonly kind: 'text'; readonly text: string };

/** A bundle with its price before and after, in minor units. */
export interface Repriced {
  readonly bundleId: string;
  readonly from: number | null;
  readonly to: number | null;
}

/** A field of an entry, before and after. Fields of fields have a point in their names. */
export interface ChangedField {
  readonly field: string;
  readonly before: Shown;
  readonly after: Shown;
}

/**
 * The fields that hold minor units, by the action: of the currency that the entry names, or else of the account's. The same
 * name is something else in another action, so a field that is not here stays a number.
 */
const MONEY: readonly (readonly [action: RegExp, fields: readonly string[]])[] = [
  [/^spending_limits_set$/, ['campaign', 'day', 'month']],
  [/^low_balance_set$/, ['threshold']],
  [/^(staff_)?approval_rule_set$/, ['oneFrom', 'twoFrom']],
  [/^approval_request$/, ['amount']],
  [/^account_prices$/, ['prices']],
  [/^(funding|adjustment)$/, ['amount']],
  [/^key_(issue|change)$/, ['caps.purchase', 'caps.day']],
  [/^(recurring_)?batch_/, ['cost', 'approved_cost']],
];

/** The fields that hold a length of time, with their unit in seconds. */
const DURATIONS: ReadonlyMap<string, number> = new Map([
  ['validHours', 3_600],
  ['price_lock_hours', 3_600],
  ['overlap_ms', 0.001],
]);

/**
 * What an entry changed, field by field.
 * @param accountCurrency such as `NGN`; null if it is not known, so that its amounts stay minor units
 */
export function changedFields(
  { action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>,
  accountCurrency: string | null,
): readonly ChangedField[] {
  const money = new Set(MONEY.filter(([one]) => one.test(action)).flatMap(([, fields]) => fields));
  const [from, to] = sidesOf(before, after).map((facts) => flat(facts));
  // An entry of no money names the currency '', and its amount is 0.
  const named = [to?.currency, from?.currency].find((one) => typeof one === 'string');
  const currency = named === undefined ? accountCurrency : isCurrency(named) ? named : null;
  const show = (side: Facts | undefined, field: string) =>
    toShown(side?.[field], money.has(field) ? currency : null, DURATIONS.get(field) ?? null);
  const fields = [...new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])];
  return fields.map((field) => ({ field, before: show(from, field), after: show(to, field) }));
}

/** The entry of a changed key has both sides in `after`. */
function sidesOf(before: Facts | null, after: Facts | null): readonly [Facts, Facts] {
  const { before: from, after: to } = after ?? {};
  return before === null && isFacts(from) && isFacts(to) ? [from, to] : [before ?? {}, after ?? {}];
}

/** Fields within fields, each with its whole name; amounts stay together. */
function flat(facts: Facts, prefix = ''): Facts {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      isFacts(value) && !isMoney(value)
        ? Object.entries(flat(value, `${prefix}${name}.`))
        : [[`${prefix}${name}`, value]],
    ),
  );
}

/**
 * @param currency of a number that is an amount; null for any other value
 * @param unit of a number that is a length of time, in seconds; null for any other value
 */
function toShown(value: unknown, currency: string | null, unit: number | null): Shown {
  if (value === undefined) return { kind: 'absent' };
  if (value === null) return { kind: 'unset' };
  if (isMoney(value)) return { kind: 'money', amount: value.amount, currency: value.currency };
  if (typeof value === 'number' && currency !== null) return { kind: 'money', amount: value, currency };
  if (typeof value === 'number' && unit !== null)
    return { kind: 'duration', seconds: Math.round(value * unit) };
  if (typeof value === 'boolean') return { kind: 'answer', isYes: value };
  if (Array.isArray(value)) return toList(value, currency);
  if (typeof value !== 'string') return { kind: 'text', text: JSON.stringify(value) };
  return TIME.test(value) ? { kind: 'time', at: value } : { kind: 'text', text: value };
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function toList(values: readonly unknown[], currency: string | null): Shown {
  if (currency !== null && values.every(isRepriced)) return { kind: 'prices', prices: values, currency };
  return {
    kind: 'text',
    text: values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', '),
  };
}

function isRepriced(value: unknown): value is Repriced {
  if (!isFacts(value)) return false;
  const isPrice = (price: unknown) => price === null || typeof price === 'number';
  return typeof value.bundleId === 'string' && isPrice(value.from) && isPrice(value.to);
}

function isCurrency(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value);
}

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An amount as the API writes it, with nothing else beside it. */
function isMoney(value: unknown): value is { readonly amount: number; readonly currency: string } {
  if (!isFacts(value) || Object.keys(value).length !== 2) return false;
  const { amount, currency } = value;
  return typeof amount === 'number' && isCurrency(currency);
}
