import type { BatchColumn, BatchStatus } from '../../domain/batch/batch.ts';
import type { BatchRowState, RowChoice, RowError, RowWarning } from '../../domain/batch/rows/row.ts';
import type { RowEdit } from '../../domain/batch/rows/row-edit.ts';
import type { RowSearch } from '../../domain/batch/rows/row-search.ts';
import { type AccountId, type BatchId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';
import { searchRows } from './row-search.ts';

/** What is needed of a batch to show its rows. */
export interface BatchFile {
  readonly reference: string;
  readonly status: BatchStatus;
  readonly currency: string;
  readonly createdAt: Date;
  /** Empty where the header was unusable: then there are no rows. */
  readonly columns: readonly BatchColumn[];
}

/** The file of one batch of an account; null when the account has no such batch. */
export async function findBatchFile(
  db: Reader,
  accountId: AccountId,
  batchId: BatchId,
): Promise<BatchFile | null> {
  const { rows } = await db.query<BatchFile>({
    name: 'find-batch-file',
    text: `SELECT reference, status, currency, created_at AS "createdAt", columns FROM batches WHERE account_id = $1 AND id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('bat', batchId)],
  });
  return rows[0] ?? null;
}

/** A row of the file with its outcome. */
export interface BatchRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly chosen: RowChoice | null;
  readonly edit: RowEdit | null;
  readonly state: BatchRowState;
  readonly reference: string | null;
  /** Of its purchase once it has one, otherwise as validated; null if invalid. */
  readonly networkId: string | null;
  readonly price: number | null;
  /** Empty unless invalid or refused. */
  readonly errors: readonly RowError[];
  readonly warnings: readonly RowWarning[];
  /** Its own; or, of a refused row, the one that had its reference before, or that it would repeat. */
  readonly purchaseId: PurchaseId | null;
  readonly completedAt: Date | null;
  readonly networkReference: string | null;
  readonly failureCode: string | null;
}

/** Which rows are wanted. */
export interface RowFilter extends RowSearch {
  /** Only those that bought nothing and never will. */
  readonly unbought: boolean;
  /** With `unbought`: also those that timed out, which may have been delivered after all. */
  readonly timeouts: boolean;
}

/** How much one page of rows may hold. */
export interface RowLimit {
  readonly rows: number;
  /** Of their cells and errors as text; the row that crosses it is the page's last, so that a page has one row at least. */
  readonly bytes: number;
}

/** A page of rows; `isCut` if it ended because of its bytes, so that more rows may follow. */
export interface RowPage {
  readonly rows: readonly BatchRow[];
  readonly isCut: boolean;
}

/**
 * Rows in order of line, after `afterLine`, read with a connection of the account. What was bought is asked of the purchases, by reference: that is true also for a
 * row whose release was cut off before it was recorded.
 */
export async function listBatchRows(
  db: Reader,
  accountId: AccountId,
  batchId: BatchId,
  filter: RowFilter,
  afterLine: number,
  limit: RowLimit,
): Promise<RowPage> {
  const search = searchRows(filter, '$2', 9);
  const { rows } = await db.query<ListedRow>({
    // A search is planned each time, for what it looks for.
    ...(search.values.length === 0 ? { name: 'list-batch-rows' } : {}),
    text: `
      WITH found AS (
      SELECT r.line, r.cells, r.chosen, r.edit, coalesce(p.status, r.state) AS state, r.reference,
             coalesce(p.network_id, r.network_id) AS network_id, coalesce(p.price, r.price) AS price, r.errors, r.warnings,
             coalesce(p.id, r.purchase_id) AS purchase_id, p.completed_at, p.network_reference, p.failure_code
        FROM own_batch_rows r
        LEFT JOIN purchase_references n ON n.account_id = $1 AND n.reference = r.reference
        LEFT JOIN purchases p ON p.id = n.purchase_id AND p.batch_id = r.batch_id
                             AND r.state IN ('waiting', 'released')
       WHERE r.batch_id = $2 AND EXISTS (SELECT FROM batches WHERE account_id = $1 AND id = $2)
         AND r.line > $3
         AND ($4::text IS NULL OR coalesce(p.status, r.state) = $4)
         AND (NOT $6 OR CASE coalesce(p.status, r.state)
                          WHEN 'invalid' THEN true
                          WHEN 'failed'  THEN $7 OR p.failure_code <> 'network_timeout'
                          -- What was bought before, or for another row, counts as bought.
                          WHEN 'refused' THEN CASE
                            WHEN r.errors -> 0 ->> 'code' IN ('already_bought', 'bought_in_results', 'duplicate_purchase', 'dropped')
                            THEN false
                            WHEN r.errors -> 0 ->> 'code' = 'bought_recently'
                            -- The purchase that it would have repeated has failed since.
                            THEN EXISTS (SELECT FROM purchases e
                                          WHERE e.id = r.purchase_id AND e.account_id = $1 AND e.status = 'failed'
                                            AND ($7 OR e.failure_code <> 'network_timeout'))
                            ELSE true END
                          WHEN 'waiting' THEN (SELECT status FROM batches WHERE account_id = $1 AND id = $2) = 'canceled'
                          ELSE false
                        END)${search.sql}
       ORDER BY r.line
       LIMIT $5
      ), sized AS (
      SELECT *, octet_length(cells::text) + coalesce(octet_length(errors::text), 0) AS size FROM found
      ), added AS (
      SELECT *, sum(size) OVER (ORDER BY line) - size AS before, count(*) OVER () AS found FROM sized
      )
      SELECT * FROM added WHERE before < $8 ORDER BY line`,
    values: [
      uuidOf('acc', accountId),
      uuidOf('bat', batchId),
      afterLine,
      filter.state,
      limit.rows,
      filter.unbought,
      filter.timeouts,
      limit.bytes,
      ...search.values,
    ],
  });
  return { rows: rows.map(readRow), isCut: rows.length < (rows[0]?.found ?? 0) };
}

function readRow(row: ListedRow): BatchRow {
  return {
    line: row.line,
    cells: row.cells,
    chosen: row.chosen,
    edit: row.edit,
    state: row.state,
    reference: row.reference,
    networkId: row.network_id,
    price: row.price,
    errors: row.errors ?? [],
    warnings: row.warnings ?? [],
    purchaseId: row.purchase_id === null ? null : idFromUuid('pur', row.purchase_id),
    completedAt: row.completed_at,
    networkReference: row.network_reference,
    failureCode: row.failure_code,
  };
}

interface ListedRow {
  /** Rows before the page was cut. */
  readonly found: number;
  readonly line: number;
  readonly cells: readonly string[];
  readonly chosen: RowChoice | null;
  readonly edit: RowEdit | null;
  readonly state: BatchRowState;
  readonly reference: string | null;
  readonly network_id: string | null;
  readonly price: number | null;
  readonly errors: readonly RowError[] | null;
  readonly warnings: readonly RowWarning[] | null;
  readonly purchase_id: string | null;
  readonly completed_at: Date | null;
  readonly network_reference: string | null;
  readonly failure_code: string | null;
}
