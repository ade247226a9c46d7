import type { Pool, PoolClient } from 'pg';
import type { BatchColumn } from '../../domain/batch/batch.ts';
import type { SendBetween } from '../../domain/batch/quiet-hours.ts';
import type { RowChoice } from '../../domain/batch/rows/row.ts';
import { type AccountId, type BatchId, uuidOf } from '../../domain/ids.ts';

export interface SourceRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly chosen: RowChoice | null;
}

/**
 * Rows of a batch that another batch may buy again, in order of line, after `afterLine`. Left out are invalid rows, and refused ones
 * except those that only the balance or a recent purchase held back.
 */
export async function listSourceRows(
  db: Pool,
  batchId: BatchId,
  afterLine: number,
  limit: number,
): Promise<SourceRow[]> {
  const { rows } = await db.query<SourceRow>({
    name: 'list-source-rows',
    text: `
      SELECT line, cells, chosen
        FROM batch_rows
       WHERE batch_id = $1 AND line > $2
         AND (state IN ('waiting', 'released')
              OR (state = 'refused' AND errors -> 0 ->> 'code' IN ('bought_recently', 'balance_insufficient')))
       ORDER BY line
       LIMIT $3`,
    values: [uuidOf('bat', batchId), afterLine, limit],
  });
  return rows;
}

/** Whether a recurring campaign of the account, also one that is paused, buys the rows of a batch. */
export async function isBoughtAgain(
  db: Pool | PoolClient,
  accountId: AccountId,
  batchId: BatchId,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'is-bought-again',
    text: `SELECT FROM recurrences WHERE account_id = $1 AND source_id = $2 AND status <> 'deleted' LIMIT 1`,
    values: [uuidOf('acc', accountId), uuidOf('bat', batchId)],
  });
  return rowCount === 1;
}

/** What a batch gives to the batches that buy its rows again. */
export interface Source {
  readonly columns: readonly BatchColumn[];
  readonly onDuplicate: 'skip' | 'buy';
  readonly sendBetween: SendBetween | null;
}

/** A batch that was checked; null if the account has none with this id, or if its rows were archived. */
export async function findSource(db: Pool, accountId: AccountId, batchId: BatchId): Promise<Source | null> {
  const { rows } = await db.query<
    Omit<Source, 'sendBetween'> & { from: number | null; until: number | null }
  >({
    name: 'find-source-batch',
    text: `
      SELECT columns, on_duplicate AS "onDuplicate", send_from AS from, send_until AS until
        FROM batches
       WHERE account_id = $1 AND id = $2 AND status NOT IN ('validating', 'rejected')
         AND EXISTS (SELECT FROM batch_rows WHERE batch_id = $2)`,
    values: [uuidOf('acc', accountId), uuidOf('bat', batchId)],
  });
  if (rows[0] === undefined) return null;
  const { from, until, ...source } = rows[0];
  return { ...source, sendBetween: from === null || until === null ? null : { from, until } };
}
