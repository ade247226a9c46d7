/** Which rows of a campaign are shown. */
export interface RowSearch {
  state?: string;
  /** Code of an error or a failure. */
  reason?: string;
  network?: string;
  bundle?: string;
  /** A phone number, as it was typed. */
  number?: string;
}

/** Reads the filters of an address; what is not a filter is left out. */
export function readRowSearch(search: Record<string, unknown>): RowSearch {
  const text = (value: unknown) =>
    value === undefined || value === '' ? undefined : String(value).slice(0, 64);
  const found = {
    state: text(search.state),
    reason: text(search.reason),
    network: text(search.network),
    bundle: text(search.bundle),
    number: text(search.number),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
