import type { AuditEntry } from '../../../../clients/typescript/src/types.ts';

type Facts = NonNullable<AuditEntry['before']>;

/** How a value is shown. */
export type Shown =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unset' }
  | { readonly kind: 'money'; readonly amount: number; readonly currency: string }
  | { readonly kind: 'text'; readonly text: string };

/** A field of an entry, before and after. Fields of fields have a point in their names. */
export interface ChangedField {
  readonly field: string;
  readonly before: Shown;
  readonly after: Shown;
}

/**
 * The fields that hold minor units of the account's currency, by the action. The same name is something else in another action, so a
 * field that is not here stays a number.
 */
const MONEY: readonly (readonly [action: RegExp, fields: readonly string[]])[] = [
  [/^spending_limits_set$/, ['campaign', 'day', 'month']],
  [/^low_balance_set$/, ['threshold']],
  [/^approval_rule_set$/, ['oneFrom', 'twoFrom']],
  [/^(funding|adjustment)$/, ['amount']],
  [/^key_(issue|change)$/, ['caps.purchase', 'caps.day']],
  [/^(recurring_)?batch_/, ['cost', 'approved_cost']],
];

/**
 * What an entry changed, field by field.
 * @param currency of the account, such as `NGN`; null if it is not known, so that amounts stay minor units
 */
export function changedFields(
  { action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>,
  currency: string | null,
): readonly ChangedField[] {
  const money = new Set(MONEY.filter(([one]) => one.test(action)).flatMap(([, fields]) => fields));
  const [from, to] = sidesOf(before, after).map((facts) => flat(facts));
  const show = (side: Facts | undefined, field: string) =>
    toShown(side?.[field], money.has(field) ? currency : null);
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

/** @param currency of a number that is an amount; null for any other value */
function toShown(value: unknown, currency: string | null): Shown {
  if (value === undefined) return { kind: 'absent' };
  if (value === null) return { kind: 'unset' };
  if (isMoney(value)) return { kind: 'money', amount: value.amount, currency: value.currency };
  if (typeof value === 'number' && currency !== null) return { kind: 'money', amount: value, currency };
  return { kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) };
}

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An amount as the API writes it, with nothing else beside it. */
function isMoney(value: unknown): value is { readonly amount: number; readonly currency: string } {
  if (!isFacts(value) || Object.keys(value).length !== 2) return false;
  const { amount, currency } = value;
  return typeof amount === 'number' && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency);
}
