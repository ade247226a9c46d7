/** What leaves together: events with their deliveries, and then purchases with what is about them. */
export const ARCHIVED = ['events', 'purchases'] as const;
export type Archived = (typeof ARCHIVED)[number];

/** For how many whole months before the current one each is kept; 0 forever. */
export type KeptMonths = Readonly<Record<Archived, number>>;

/** Retries, late inquiries and reversals are over by then. */
export const KEPT_MONTHS_MIN = 3;

/** A month of a table, as PostgreSQL has it. */
export interface Month {
  /** The end of the names of its partitions, such as `2026_11`. */
  readonly name: string;
  /** The first identifier of the month, and the first one after it, as UUIDs. */
  readonly from: string;
  readonly below: string;
}

/**
 * The months that have ended long enough ago, oldest first. No month is taken before an older one.
 * @param months of one table
 * @param keep how many whole months before the current one stay; 0 all
 */
export function monthsToArchive(months: readonly Month[], keep: number, now: Date): Month[] {
  if (keep === 0) return [];
  const firstKept = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keep);
  return [...months]
    .sort((a, b) => (a.below < b.below ? -1 : 1))
    .filter(({ below }) => timeOfUuid(below) <= firstKept);
}

/** Unix time in milliseconds that a UUIDv7 begins with. */
export function timeOfUuid(uuid: string): number {
  return Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
}
