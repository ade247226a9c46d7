import type { Archived } from '../../domain/months/archive-plan.ts';

/** Rows of a table without months, with $1 and $2 for the first identifier of the month, and the first one after it. */
interface RowsOf {
  /** How the name of the file begins. */
  readonly file: string;
  readonly table: string;
  /** A condition on the rows. */
  readonly rows: string;
  /** Deletes up to ROWS_AT_ONCE of them, and returns a row for each; null if they go with rows of another table. */
  readonly remove: string | null;
}

/** Rows that one statement deletes: some tenths of a second. */
export const ROWS_AT_ONCE = 5_000;

interface ArchivedTables {
  /** Tables by month whose partitions are detached, the one that gives the month its identifiers first. */
  readonly byMonth: readonly [string, ...string[]];
  /** Deleted row by row, in this order: few per month. */
  readonly byRow: readonly RowsOf[];
  /** What keeps a month from leaving, as SQL that is true, with $1 and $2 as above. */
  readonly open: readonly { readonly why: string; readonly exists: string }[];
}

const firstOf = (table: string, rows: string) =>
  `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${rows} LIMIT ${ROWS_AT_ONCE}))`;

function ofPurchases(table: string): RowsOf {
  const rows = 'purchase_id >= $1 AND purchase_id < $2';
  return { file: table, table, rows, remove: `${firstOf(table, rows)} RETURNING purchase_id` };
}

const OF_BATCHES = 'batch_id >= $1 AND batch_id < $2';
const OF_EVENTS = 'event_id >= $1 AND event_id < $2';

const anyOf = (table: string, condition: string) =>
  `EXISTS (SELECT FROM ${table} WHERE ${condition} AND purchase_id >= $1 AND purchase_id < $2)`;

/** Which tables leave with a month, and which work must be done before. */
export const ARCHIVED_TABLES: Readonly<Record<Archived, ArchivedTables>> = {
  purchases: {
    byMonth: ['purchases', 'submissions', 'confirmations'],
    byRow: [
      ...['late_confirmations', 'late_inquiries', 'contradictions', 'route_deliveries'].map(ofPurchases),
      {
        file: 'batch_rows',
        table: 'batch_rows',
        rows: OF_BATCHES,
        remove: `${firstOf('batch_rows', OF_BATCHES)} RETURNING line`,
      },
    ],
    open: [
      {
        why: 'a purchase is pending',
        exists: `EXISTS (SELECT FROM purchases WHERE status = 'pending' AND id >= $1 AND id < $2)`,
      },
      {
        why: 'a campaign has not ended',
        exists: `EXISTS (SELECT FROM batches
                          WHERE id >= $1 AND id < $2 AND status NOT IN ('completed', 'canceled', 'rejected'))`,
      },
      { why: 'a late inquiry has not ended', exists: anyOf('late_inquiries', 'ended_at IS NULL') },
      { why: 'a late confirmation is undecided', exists: anyOf('late_confirmations', 'resolved_at IS NULL') },
      { why: 'a contradiction is open', exists: anyOf('contradictions', 'resolved_at IS NULL') },
      {
        why: 'something about a purchase waits in the outbox',
        exists: 'EXISTS (SELECT FROM outbox WHERE subject_id >= $1 AND subject_id < $2)',
      },
    ],
  },
  events: {
    byMonth: ['events', 'webhook_attempts', 'delivery_attempts'],
    byRow: [
      {
        // An old event that was sent to a newer endpoint.
        file: 'delivery_attempts_after',
        table: 'delivery_attempts',
        rows: `delivery_id IN (SELECT id FROM deliveries WHERE ${OF_EVENTS})`,
        remove: null,
      },
      {
        file: 'deliveries',
        table: 'deliveries',
        rows: OF_EVENTS,
        remove: `
          WITH gone AS (${firstOf('deliveries', OF_EVENTS)} RETURNING id),
               attempts AS (DELETE FROM delivery_attempts a USING gone WHERE a.delivery_id = gone.id)
          SELECT id FROM gone`,
      },
    ],
    open: [
      {
        why: 'an attempt to deliver an event waits in the outbox',
        exists: `EXISTS (SELECT FROM outbox o WHERE o.subject_id >= $1 AND o.subject_id < $2)
              OR EXISTS (SELECT FROM outbox o JOIN deliveries d ON d.id = o.subject_id
                          WHERE d.event_id >= $1 AND d.event_id < $2)`,
      },
    ],
  },
};
