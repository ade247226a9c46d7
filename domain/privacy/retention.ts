/** Data that is deleted some days after it was written. Nothing of it is needed for books, statements or repeats. */
export const RETAINED = ['callbacks', 'answers', 'lookups', 'requests'] as const;
export type Retained = (typeof RETAINED)[number];

/** For how many days each is kept; 0 forever, and for requests not at all. */
export type RetentionDays = Readonly<Record<Retained, number>>;

/** Callbacks may be needed as long as late inquiries run, so no period is shorter than a week. */
export const RETENTION_DAYS_MIN = 7;
