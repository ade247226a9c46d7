/** How far back calls are shown. */
export const HISTORY_RANGES = ['hour', 'day', 'week'] as const;
export type HistoryRange = (typeof HISTORY_RANGES)[number];

/** What the address of a network says. */
export interface NetworkSearch {
  /** How far back its calls are shown; an hour if it is left out. */
  range?: HistoryRange;
}

/** Reads an address; what is no range is left out. */
export function readNetworkSearch({ range }: Record<string, unknown>): NetworkSearch {
  const known = HISTORY_RANGES.find((one) => one === range);
  return known === undefined ? {} : { range: known };
}
