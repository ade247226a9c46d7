import type { Pool, PoolClient } from 'pg';
import type { BatchColumn, BatchOptions, BatchStatus, FileReading } from '../../domain/batch/batch.ts';
import type { DuplicateOptions } from '../../domain/batch/duplicates.ts';
import type { Corrections } from '../../domain/batch/rows/row.ts';
import type { StoredRow } from '../../domain/batch/rows/stored-row.ts';
import { type AccountId, type BatchId, uuidOf } from '../../domain/ids.ts';
import { numberOf } from './row-search.ts';

/** What is needed of a batch to check its rows again. */
export interface EditableBatch {
  readonly id: BatchId;
  readonly reference: string;
  readonly status: BatchStatus;
  readonly columns: readonly BatchColumn[];
  readonly revision: number;
  /** Null in batches of earlier versions. */
  readonly reading: FileReading | null;
  readonly corrections: Corrections['state'];
  readonly duplicates: DuplicateOptions;
  /** Whether it tries rows of another batch again. */
  readonly isRetry: boolean;
}

const EDITABLE = `
  SELECT reference, status, columns, revision, reading, correction_state AS corrections, duplicate_window_hours AS "windowHours",
         on_duplicate AS on, retry_of IS NOT NULL AS "isRetry"
    FROM batches
   WHERE account_id = $1 AND id = $2`;

/** A batch whose rows may be changed; null when the account has no such batch. */
export async function findEditable(
  db: Pool,
  accountId: AccountId,
  id: BatchId,
): Promise<EditableBatch | null> {
  return readEditable(db, 'find-editable', EDITABLE, accountId, id);
}

/** The same, locked until the transaction ends: meanwhile it neither starts nor changes. */
export async function lockEditable(
  tx: PoolClient,
  accountId: AccountId,
  id: BatchId,
): Promise<EditableBatch | null> {
  return readEditable(tx, 'lock-editable', `${EDITABLE} FOR UPDATE`, accountId, id);
}

async function readEditable(
  db: Pool | PoolClient,
  name: string,
  text: string,
  accountId: AccountId,
  id: BatchId,
): Promise<EditableBatch | null> {
  const values = [uuidOf('acc', accountId), uuidOf('bat', id)];
  const { rows } = await db.query<
    Omit<EditableBatch, 'id' | 'duplicates'> & { windowHours: number; on: BatchOptions['duplicates']['on'] }
  >({ name, text, values });
  if (rows[0] === undefined) return null;
  const { windowHours, on, ...batch } = rows[0];
  return { id, ...batch, duplicates: { windowHours, on } };
}

const ROWS = `
  SELECT line, state, cells, coalesce(number, ${numberOf('r', '$1')}, '') AS number, reference, network_id AS "networkId", price,
         chosen, edit, coalesce(errors, '[]') AS errors, coalesce(warnings, '[]') AS warnings
    FROM batch_rows r
   WHERE batch_id = $1`;

/** The rows on these lines, in order of line. */
export async function readRowsOnLines(
  db: PoolClient,
  batchId: BatchId,
  lines: readonly number[],
): Promise<StoredRow[]> {
  const { rows } = await db.query<StoredRow>({
    text: `${ROWS} AND line = ANY ($2::int[]) ORDER BY line`,
    values: [uuidOf('bat', batchId), lines],
  });
  return rows;
}

/** What makes rows of a file depend on one another. */
export interface SharedKeys {
  readonly numbers: readonly string[];
  readonly references: readonly string[];
}

/** The rows that have one of these numbers or references, in order of line. It looks through the whole batch. */
export async function readRowsSharing(
  db: PoolClient,
  batchId: BatchId,
  { numbers, references }: SharedKeys,
  limit: number,
): Promise<StoredRow[]> {
  const { rows } = await db.query<StoredRow>({
    text: `
      ${ROWS}
         AND (number = ANY ($2::text[]) OR number IS NULL AND ${numberOf('r', '$1')} = ANY ($2::text[])
              OR reference = ANY ($3::text[]))
       ORDER BY line
       LIMIT $4`,
    values: [uuidOf('bat', batchId), numbers, references, limit],
  });
  return rows;
}

/** The next rows of a batch, in order of line: no more than fit into `bytes`, and one at least. */
export async function readRowsAfter(
  db: Pool,
  batchId: BatchId,
  line: number,
  limit: { readonly rows: number; readonly bytes: number },
): Promise<StoredRow[]> {
  const { rows } = await db.query<StoredRow>({
    name: 'read-rows-to-check',
    text: `
      WITH page AS (${ROWS} AND line > $2 ORDER BY line LIMIT $3), sized AS (
        SELECT *, sum(octet_length(cells::text)) OVER (ORDER BY line) - octet_length(cells::text) AS before FROM page
      )
      SELECT * FROM sized WHERE before < $4 ORDER BY line`,
    values: [uuidOf('bat', batchId), line, limit.rows, limit.bytes],
  });
  return rows;
}
