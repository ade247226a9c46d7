import { daysOfMonth, isDay, isMonth, utcDay } from './day.ts';

/** Days that one range may have: as many as a chart and a table show well. */
const RANGE_DAYS_MAX = 400;

/** Days whose lines the API lists or adds up together. */
export const LINE_DAYS_MAX = 92;

export const LINE_TYPES = ['purchase', 'reversal', 'funding', 'adjustment'] as const;
export type LineType = (typeof LINE_TYPES)[number];

/** What the address of the statements says: days are UTC days. */
export interface FinanceSearch {
  readonly day?: string;
  /** YYYY-MM */
  readonly month?: string;
  readonly from?: string;
  readonly to?: string;
  /** Filters of the lines: their type, and a reference or a phone number. */
  readonly type?: LineType;
  readonly find?: string;
  /** Days of the chart. */
  readonly span?: Span;
  /** The last day of the list to which a page of lines belongs. */
  readonly last?: string;
}

export const SPANS = [30, 90, 365] as const;
export type Span = (typeof SPANS)[number];

/** Reads an address; what is no day, month, type or span is left out. */
export function readFinanceSearch(search: Record<string, unknown>): FinanceSearch {
  const { day, month, from, to, find, last, cursor } = search;
  const type = LINE_TYPES.find((one) => one === search.type);
  const span = SPANS.find((one) => one === Number(search.span));
  return {
    ...(isDay(day) ? { day } : {}),
    ...(isMonth(month) ? { month } : {}),
    ...(isDay(from) && isDay(to) ? { from, to } : {}),
    ...(type === undefined ? {} : { type }),
    ...(find === undefined || find === '' ? {} : { find: String(find) }),
    ...(span === undefined ? {} : { span }),
    // The first page is always that of all days.
    ...(cursor !== undefined && isDay(last) ? { last } : {}),
  };
}

/** The period that a screen shows. */
export type Period =
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'month'; readonly month: string; readonly from: string; readonly to: string }
  | { readonly kind: 'range'; readonly from: string; readonly to: string };

/** The period of an address; without one, yesterday. */
export function periodOf({ day, month, from, to }: FinanceSearch, yesterday = utcDay(-1)): Period {
  if (day !== undefined) return { kind: 'day', day };
  if (month !== undefined) return { kind: 'month', month, ...daysOfMonth(month) };
  if (from !== undefined && to !== undefined) {
    const [first, last] = from <= to ? [from, to] : [to, from];
    const earliest = utcDay(1 - RANGE_DAYS_MAX, Date.parse(`${last}T00:00:00Z`));
    return { kind: 'range', from: first < earliest ? earliest : first, to: last };
  }
  return { kind: 'day', day: yesterday };
}

/** The address of a period. */
export function addressOf(period: Period): FinanceSearch {
  switch (period.kind) {
    case 'day':
      return { day: period.day };
    case 'month':
      return { month: period.month };
    case 'range':
      return { from: period.from, to: period.to };
  }
}

/**
 * What the address of a page of lines has beside its cursor. A cursor is valid for the days of its list only, and the last day of
 * a period that is not over moves when a day closes. So the pages of such a period name the last day that its first page had.
 * @param last the last closed day of the period
 */
export function pinOf(period: Exclude<Period, { readonly kind: 'day' }>, last: string): { last?: string } {
  return last === period.to ? {} : { last };
}
