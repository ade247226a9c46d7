import type { Pool } from 'pg';
import { type AccountId, idFromUuid, uuidOf } from '../../../domain/ids.ts';
import { microsecondsNow } from '../run/observed.ts';
import type { StoredPurchase } from './answers.ts';
import type { BalanceChange } from './balances.ts';
import type { Ending } from './history.ts';

/** What PostgreSQL has of an account in the end. */
export interface Stored {
  readonly purchases: readonly StoredPurchase[];
  readonly changes: readonly BalanceChange[];
  readonly events: readonly StoredEvent[];
  readonly batches: readonly StoredBatch[];
  /** Purchases by status. */
  readonly counts: Readonly<Record<string, number>>;
  /** Purchases that ended with a delivery after their deadline. */
  readonly late: number;
}

export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly subjectId: string;
}

export interface StoredBatch {
  readonly reference: string;
  /** When its last purchase was accepted, in microseconds since 1970; null if it has none. */
  readonly lastBoughtAt: number | null;
  readonly status: string;
}

/** Reads everything that the judges need. */
export async function readStored(pool: Pool, accountId: AccountId): Promise<Stored> {
  const account = uuidOf('acc', accountId);
  const [purchases, changes, events, batches, late] = await Promise.all([
    readPurchases(pool, account),
    readChanges(pool, account),
    readEvents(pool, account),
    readBatches(pool, account),
    readLate(pool, account),
  ]);
  const counts: Record<string, number> = {};
  for (const { status } of purchases) counts[status] = (counts[status] ?? 0) + 1;
  return { purchases, changes, events, batches, counts, late };
}

/** The balance and all purchases, read as a client would: at one moment between two times. */
export async function readEnding(pool: Pool, accountId: AccountId): Promise<Ending> {
  const sentAt = microsecondsNow();
  const { rows } = await pool.query<{
    available: string;
    held: string;
    purchases: Ending['purchases'] | null;
  }>({
    text: `
      SELECT available, held,
             (SELECT json_agg(json_build_object('id', p.id, 'reference', p.reference, 'status', p.status))
                FROM purchases p WHERE p.account_id = $1) AS purchases
        FROM accounts
       WHERE id = $1`,
    values: [uuidOf('acc', accountId)],
  });
  const endedAt = microsecondsNow();
  const purchases = (rows[0]?.purchases ?? []).map((one) => ({ ...one, id: idFromUuid('pur', one.id) }));
  return { sentAt, endedAt, available: Number(rows[0]?.available), held: Number(rows[0]?.held), purchases };
}

async function readPurchases(pool: Pool, account: string): Promise<StoredPurchase[]> {
  const { rows } = await pool.query<StoredPurchase>({
    text: `
      SELECT id, reference, status, metadata::jsonb ? 'other' AS "isConflict"
        FROM purchases
       WHERE account_id = $1`,
    values: [account],
  });
  return rows.map((row) => ({ ...row, id: idFromUuid('pur', row.id) }));
}

/** Every change of the balance: holds, what ended them, refunds, and money that operators added. */
async function readChanges(pool: Pool, account: string): Promise<BalanceChange[]> {
  const { rows } = await pool.query<{ at: string; available: string; held: string }>({
    text: `
      WITH changes AS (
        SELECT created_at AS at, -price AS available, price AS held
          FROM purchases WHERE account_id = $1
        UNION ALL
        SELECT completed_at, CASE WHEN status = 'failed' THEN price ELSE 0 END, -price
          FROM purchases WHERE account_id = $1 AND completed_at IS NOT NULL
        UNION ALL
        SELECT occurred_at, amount, 0
          FROM statement_lines WHERE account_id = $1 AND type <> 'purchase'
      )
      SELECT (extract(epoch FROM at) * 1000000)::bigint AS at, available, held FROM changes`,
    values: [account],
  });
  return rows.map((row) => ({
    at: Number(row.at),
    available: Number(row.available),
    held: Number(row.held),
  }));
}

async function readEvents(pool: Pool, account: string): Promise<StoredEvent[]> {
  const { rows } = await pool.query<{ id: string; type: string; subject: string }>({
    text: `SELECT id, type, subject_id AS subject FROM events WHERE account_id = $1 AND type LIKE 'purchase.%'`,
    values: [account],
  });
  return rows.map(({ id, type, subject }) => ({
    id: idFromUuid('evt', id),
    type,
    subjectId: idFromUuid('pur', subject),
  }));
}

async function readBatches(pool: Pool, account: string): Promise<StoredBatch[]> {
  const { rows } = await pool.query<{ reference: string; status: string; last: string | null }>({
    text: `
      SELECT b.reference, b.status, (extract(epoch FROM max(p.created_at)) * 1000000)::bigint AS last
        FROM batches b
        LEFT JOIN purchases p ON p.batch_id = b.id
       WHERE b.account_id = $1
       GROUP BY b.id`,
    values: [account],
  });
  return rows.map(({ reference, status, last }) => ({
    reference,
    status,
    lastBoughtAt: last === null ? null : Number(last),
  }));
}

async function readLate(pool: Pool, account: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    text: `
      SELECT count(*)::int AS count
        FROM late_confirmations c
        JOIN purchases p ON p.id = c.purchase_id
       WHERE p.account_id = $1`,
    values: [account],
  });
  return rows[0]?.count ?? 0;
}
