import { isDay, neighbour, utcDay } from '../../finance/day.ts';

/** What the margin is shown by, in the order of the choice. */
export const MARGIN_KEYS = ['network', 'bundle', 'account', 'route', 'day'] as const;
export type MarginKey = (typeof MARGIN_KEYS)[number];

/** As many days as the API adds up. */
const DAYS_MAX = 92;
/** As many days as are shown before someone chooses. */
const DAYS_SHOWN = 7;

/** What the address of the margins says. Days are UTC days. */
export interface MarginSearch {
  from?: string;
  to?: string;
  by?: MarginKey;
}

/** Reads an address; what is no day and no key is left out. */
export function readMarginSearch({ from, to, by }: Record<string, unknown>): MarginSearch {
  const key = MARGIN_KEYS.find((one) => one === by);
  return {
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(key === undefined ? {} : { by: key }),
  };
}

/** The days and the key of an address. Days in the wrong order are exchanged; the API adds up no more than 92. */
export function marginsOf(
  { from, to, by = 'network' }: MarginSearch,
  today = utcDay(),
): Required<MarginSearch> {
  const last = to ?? from ?? today;
  const first = from ?? neighbour(last, 1 - DAYS_SHOWN);
  const [begin, end] = first <= last ? [first, last] : [last, first];
  const earliest = neighbour(end, 1 - DAYS_MAX);
  return { from: begin < earliest ? earliest : begin, to: end, by };
}

/** The days after another first one was chosen: the last one follows if it would be before it, or too far. */
export function withFrom(from: string, to: string): { readonly from: string; readonly to: string } {
  const latest = neighbour(from, DAYS_MAX - 1);
  if (to < from) return { from, to: from };
  return { from, to: to > latest ? latest : to };
}

/** The same for another last day. */
export function withTo(from: string, to: string): { readonly from: string; readonly to: string } {
  const earliest = neighbour(to, 1 - DAYS_MAX);
  if (from > to) return { from: to, to };
  return { from: from < earliest ? earliest : from, to };
}
