import type { Archived } from '../../domain/months/archive-plan.ts';

/**
 * Rows of a table without months, with $1 and $2 for the first identifier of the month and the first one after it, and $3 for the
 * campaigns that leave.
 */
interface RowsOf {
  /** How the name of the file begins. */
  readonly file: string;
  readonly table: string;
  /** A condition on the rows. */
  readonly rows: string;
  /** Deletes up to ROWS_AT_ONCE of them, and counts them; null if they go with rows of another table. */
  readonly remove: string | null;
}

/** Rows that one statement deletes: some tenths of a second. Deliveries and rows of campaigns may be millions a month. */
export const ROWS_AT_ONCE = 5_000;

interface ByMonth {
  readonly table: string;
  readonly key: string;
}

interface ArchivedTables {
  /** Tables by month whose partitions are detached, with their keys; first the one that gives the month its identifiers. */
  readonly byMonth: readonly [ByMonth, ...ByMonth[]];
  /** Deleted row by row, in this order: few per month. */
  readonly byRow: readonly RowsOf[];
  /** What keeps a month from leaving, as SQL that is true, with $1 and $2 as above. */
  readonly open: readonly { readonly why: string; readonly exists: string }[];
}

/** A statement that deletes up to ROWS_AT_ONCE rows of a table without partitions. */
export const removeFirst = (table: string, rows: string) =>
  `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${rows} LIMIT ${ROWS_AT_ONCE}))`;

function ofPurchases(table: string): RowsOf {
  const rows = 'purchase_id >= $1 AND purchase_id < $2';
  return { file: table, table, rows, remove: removeFirst(table, rows) };
}

/** The campaigns whose rows leave, as they were when the month was detached. */
const OF_BATCHES = 'batch_id = ANY ($3)';

/** Campaigns that ended, and that no recurring campaign buys again. */
export const LEAVING_BATCHES = `
  SELECT b.id
    FROM batches b
   WHERE b.id >= $1 AND b.id < $2 AND b.status IN ('completed', 'canceled', 'rejected')
     AND NOT EXISTS (SELECT FROM recurrences r WHERE r.source_id = b.id AND r.status <> 'deleted')
   ORDER BY b.id`;

const OF_EVENTS = 'event_id >= $1 AND event_id < $2';

/** It changes purchases, lines and events one after the other. */
const ERASURE = 'EXISTS (SELECT FROM erasures WHERE completed_at IS NULL)';

const anyOf = (table: string, condition: string) =>
  `EXISTS (SELECT FROM ${table} WHERE ${condition} AND purchase_id >= $1 AND purchase_id < $2)`;

/** Which tables leave with a month, and which work must be done before. */
export const ARCHIVED_TABLES: Readonly<Record<Archived, ArchivedTables>> = {
  purchases: {
    byMonth: [
      { table: 'purchases', key: 'id' },
      { table: 'submissions', key: 'purchase_id' },
      { table: 'confirmations', key: 'purchase_id' },
    ],
    byRow: [
      ...['late_confirmations', 'late_inquiries', 'contradictions', 'route_deliveries'].map(ofPurchases),
      {
        file: 'batch_rows',
        table: 'batch_rows',
        rows: OF_BATCHES,
        remove: removeFirst('batch_rows', OF_BATCHES),
      },
    ],
    open: [
      {
        why: 'a purchase is pending',
        exists: `EXISTS (SELECT FROM purchases WHERE status = 'pending' AND id >= $1 AND id < $2)`,
      },
      {
        why: 'a campaign is being bought or is paused',
        exists: `EXISTS (SELECT FROM batches
                          WHERE id >= $1 AND id < $2 AND status IN ('validating', 'running', 'paused'))`,
      },
      { why: 'a late inquiry has not ended', exists: anyOf('late_inquiries', 'ended_at IS NULL') },
      { why: 'a late confirmation is undecided', exists: anyOf('late_confirmations', 'resolved_at IS NULL') },
      { why: 'a contradiction is open', exists: anyOf('contradictions', 'resolved_at IS NULL') },
      { why: 'the erasure of a number is under way', exists: ERASURE },
      {
        // An erasure finds events by their purchases.
        why: 'an event about a purchase of it is kept',
        exists: 'EXISTS (SELECT FROM events WHERE subject_id >= $1 AND subject_id < $2)',
      },
      {
        why: 'something about a purchase waits in the outbox',
        exists: 'EXISTS (SELECT FROM outbox WHERE subject_id >= $1 AND subject_id < $2)',
      },
    ],
  },
  events: {
    byMonth: [
      { table: 'events', key: 'id' },
      { table: 'webhook_attempts', key: 'event_id' },
      { table: 'delivery_attempts', key: 'delivery_id' },
    ],
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
          WITH gone AS (${removeFirst('deliveries', OF_EVENTS)} RETURNING id),
               attempts AS (DELETE FROM delivery_attempts a USING gone WHERE a.delivery_id = gone.id)
          SELECT id FROM gone`,
      },
    ],
    open: [
      { why: 'the erasure of a number is under way', exists: ERASURE },
      {
        why: 'an attempt to deliver an event waits in the outbox',
        exists: `EXISTS (SELECT FROM outbox o WHERE o.subject_id >= $1 AND o.subject_id < $2)
              OR EXISTS (SELECT FROM outbox o JOIN deliveries d ON d.id = o.subject_id
                          WHERE d.event_id >= $1 AND d.event_id < $2)`,
      },
    ],
  },
};
