/** The states that people choose from. Some of them are one status of the API, and some are less. */
export const STATES = [
  'validating',
  'ready',
  'scheduled',
  'running',
  'paused',
  'completed',
  'canceled',
  'rejected',
] as const;
export type State = (typeof STATES)[number];

const SHOWN = ['archived', 'all'] as const;

/** What the list of campaigns shows. What is left out is not filtered. */
export interface ListSearch {
  /** A part of the name or note. */
  q?: string;
  state?: State;
  /** Id of a person or key. */
  owner?: string;
  /** Left out: those that are not archived. */
  shown?: (typeof SHOWN)[number];
  /** Days of the upload, YYYY-MM-DD in the zone of the browser. */
  from?: string;
  to?: string;
  cursor?: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reads the filters of an address; what is not a filter is left out. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const text = (name: string, is: (value: string) => boolean) => {
    const value = search[name];
    return typeof value === 'string' && is(value) ? value : undefined;
  };
  const found = {
    q: search.q === undefined ? undefined : String(search.q).slice(0, 100),
    state: STATES.find((state) => state === search.state),
    owner: text('owner', (value) => /^(key|per)_[0-9a-z]{26}$/.test(value)),
    shown: SHOWN.find((shown) => shown === search.shown),
    from: text('from', (value) => DAY.test(value)),
    to: text('to', (value) => DAY.test(value)),
    cursor: text('cursor', () => true),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined && value !== ''));
}

/** The query of `GET /v1/batches` for the filters. Days are those of the browser. */
export function toQuery({ q, state, owner, shown, from, to, cursor }: ListSearch) {
  return {
    search: q,
    ...(state === 'scheduled' ? { stage: state } : { status: state }),
    owner,
    archived: shown === 'all' ? undefined : shown === 'archived',
    created_from: from === undefined ? undefined : startOf(from),
    created_to: to === undefined ? undefined : startOf(to, 1),
    limit: 25,
    cursor,
  };
}

/** When a day begins where the browser is, as ISO 8601. @param later days after it */
function startOf(day: string, later = 0): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = new Date(year, month - 1, date + later);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
