import type { Pool } from 'pg';
import { type AccountId, idFromUuid, uuidOf } from '../../../domain/ids.ts';
import { microsecondsNow } from '../run/observed.ts';
import type { StoredPurchase } from './answers.ts';
import type { BalanceChange } from './balances.ts';
import type { Ending } from './history.ts';

/** What PostgreSQL has of all accounts of a run in the end. */
export interface Stored {
  readonly purchases: readonly StoredPurchase[];
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

/** Reads everything that the judges need, except what is compared for each account. */
export async function readStored(pool: Pool, accounts: readonly AccountId[]): Promise<Stored> {
  const uuids = accounts.map((account) => uuidOf('acc', account));
  const [purchases, events, batches, late] = await Promise.all([
    readPurchases(pool, uuids),
    readEvents(pool, uuids),
    readBatches(pool, uuids),
    readLate(pool, uuids),
  ]);
  const counts: Record<string, number> = {};
  for (const { status } of purchases) counts[status] = (counts[status] ?? 0) + 1;
  return { purchases, events, batches, counts, late };
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

async function readPurchases(pool: Pool, accounts: readonly string[]): Promise<StoredPurchase[]> {
  const { rows } = await pool.query<StoredPurchase>({
    text: `
      SELECT id, reference, status, metadata::jsonb ? 'other' AS "isConflict"
        FROM purchases
       WHERE account_id = ANY ($1::uuid[])`,
    values: [accounts],
  });
  return rows.map((row) => ({ ...row, id: idFromUuid('pur', row.id) }));
}

/** Every change of an account's balance, as the ledger dates it: holds, what ended them, refunds, and money that operators added. */
export async function readBalanceChanges(pool: Pool, accountId: AccountId): Promise<BalanceChange[]> {
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
    values: [uuidOf('acc', accountId)],
  });
  return rows.map((row) => ({
    at: Number(row.at),
    available: Number(row.available),
    held: Number(row.held),
  }));
}

/** The events of these accounts about purchases. */
export async function readEvents(pool: Pool, accounts: readonly string[]): Promise<StoredEvent[]> {
  const { rows } = await pool.query<{ id: string; type: string; subject: string }>({
    text: `SELECT id, type, subject_id AS subject FROM events WHERE account_id = ANY ($1::uuid[]) AND type LIKE 'purchase.%'`,
    values: [accounts],
  });
  return rows.map(({ id, type, subject }) => ({
    id: idFromUuid('evt', id),
    type,
    subjectId: idFromUuid('pur', subject),
  }));
}

/** Dated as PostgreSQL's real clock was, because faults move the clock of its rows. */
async function readBatches(pool: Pool, accounts: readonly string[]): Promise<StoredBatch[]> {
  const { rows } = await pool.query<{ reference: string; status: string; last: string | null }>({
    text: `
      SELECT b.reference, b.status, (extract(epoch FROM max(c.at)) * 1000000)::bigint AS last
        FROM batches b
        LEFT JOIN purchases p ON p.batch_id = b.id
        LEFT JOIN chaos.changes c ON c.purchase_id = p.id AND c.was IS NULL
       WHERE b.account_id = ANY ($1::uuid[])
       GROUP BY b.id`,
    values: [accounts],
  });
  return rows.map(({ reference, status, last }) => ({
    reference,
    status,
    lastBoughtAt: last === null ? null : Number(last),
  }));
}

async function readLate(pool: Pool, accounts: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    text: `
      SELECT count(*)::int AS count
        FROM late_confirmations c
        JOIN purchases p ON p.id = c.purchase_id
       WHERE p.account_id = ANY ($1::uuid[])`,
    values: [accounts],
  });
  return rows[0]?.count ?? 0;
}
