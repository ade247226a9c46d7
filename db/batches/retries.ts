import type { Pool, PoolClient } from 'pg';
import type { StoredRow } from '../../domain/batch/rows/stored-row.ts';
import { type AccountId, type BatchId, idFromUuid, uuidOf } from '../../domain/ids.ts';

/** What makes a batch a retry of another. */
export interface RetryOf {
  readonly of: BatchId;
  /** The first batch of the line: an upload. */
  readonly root: BatchId;
  /** Sorted codes of failures and of row errors. */
  readonly reasons: readonly string[];
}

/** The line of retries that a batch belongs to. */
export interface RetryLine {
  readonly root: BatchId;
  readonly rootReference: string;
  /** Retries of the root so far, of retries too. */
  readonly count: number;
  /** The one that has not ended; null if there is none. */
  readonly open: BatchId | null;
}

/** @throws TypeError when the account has no such batch. */
export async function readRetryLine(db: Pool, accountId: AccountId, id: BatchId): Promise<RetryLine> {
  const { rows } = await db.query<{ root: string; reference: string; count: number; open: string | null }>({
    name: 'read-retry-line',
    text: `
      SELECT root.id AS root, root.reference,
             (SELECT count(*)::int FROM batches r WHERE r.retry_root = root.id AND r.account_id = $1) AS count,
             (SELECT r.id FROM batches r
               WHERE r.retry_root = root.id AND r.account_id = $1
                 AND r.status IN ('validating', 'ready', 'running', 'paused')) AS open
        FROM batches b
        JOIN batches root ON root.id = coalesce(b.retry_root, b.id) AND root.account_id = b.account_id
       WHERE b.account_id = $1 AND b.id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('bat', id)],
  });
  const [line] = rows;
  if (line === undefined) throw new TypeError(`no batch ${id}`);
  return {
    root: idFromUuid('bat', line.root),
    rootReference: line.reference,
    count: line.count,
    open: line.open === null ? null : idFromUuid('bat', line.open),
  };
}

/** What a batch that has a reference is a retry of; null if it is an upload. */
export async function readRetryOf(db: Pool, accountId: AccountId, id: BatchId): Promise<RetryOf | null> {
  const { rows } = await db.query<{ of: string | null; root: string; reasons: readonly string[] }>({
    name: 'read-retry-of',
    text: `
      SELECT retry_of AS of, retry_root AS root, retry_reasons AS reasons
        FROM batches
       WHERE account_id = $1 AND id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('bat', id)],
  });
  const row = rows[0];
  if (row === undefined || row.of === null) return null;
  return { of: idFromUuid('bat', row.of), root: idFromUuid('bat', row.root), reasons: row.reasons };
}

/** A row that was not bought, and since when. */
export interface FailedRow extends Pick<StoredRow, 'line' | 'cells' | 'chosen' | 'edit' | 'errors'> {
  readonly since: Date;
}

/** Since when the rows of a retry on these lines are without a bundle: as `listFailedRows` found them in the batch before it. */
export async function readFailedSince(
  db: Pool | PoolClient,
  accountId: AccountId,
  id: BatchId,
  lines: readonly number[],
): Promise<Pick<FailedRow, 'line' | 'since'>[]> {
  const { rows } = await db.query<Pick<FailedRow, 'line' | 'since'>>({
    name: 'read-failed-since',
    text: `
      SELECT r.line, coalesce(p.completed_at, o.started_at, o.created_at) AS since
        FROM batches b
        JOIN batches o ON o.id = b.retry_of AND o.account_id = b.account_id
        JOIN batch_rows r ON r.batch_id = o.id AND r.line = ANY ($3::int[])
        LEFT JOIN purchase_references n ON n.account_id = $1 AND n.reference = r.reference
        LEFT JOIN purchases p ON p.id = n.purchase_id AND p.batch_id = r.batch_id
                             AND r.state IN ('waiting', 'released')
       WHERE b.account_id = $1 AND b.id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('bat', id), lines],
  });
  return rows;
}

/**
 * The next rows of a batch that were not bought for one of these reasons, in order of line: no more than fit into `bytes`, and one
 * at least. Rows that another retry of the line has bought are left out, and so are those that were delivered too late.
 */
export async function listFailedRows(
  db: Pool,
  accountId: AccountId,
  { of, root, reasons }: RetryOf,
  afterLine: number,
  limit: { readonly rows: number; readonly bytes: number },
): Promise<FailedRow[]> {
  const { rows } = await db.query<FailedRow>({
    text: `
      WITH failed AS (
        SELECT r.line, r.cells, r.chosen, r.edit, coalesce(r.errors, '[]') AS errors,
               coalesce(p.completed_at, b.started_at, b.created_at) AS since
          FROM batches b
          JOIN batch_rows r ON r.batch_id = b.id
          LEFT JOIN purchase_references n ON n.account_id = $1 AND n.reference = r.reference
          LEFT JOIN purchases p ON p.id = n.purchase_id AND p.batch_id = r.batch_id
                               AND r.state IN ('waiting', 'released')
         WHERE b.account_id = $1 AND b.id = $2 AND r.line > $4
           AND CASE WHEN p.id IS NOT NULL
                    THEN p.status = 'failed' AND p.failure_code = ANY ($5::text[])
                         AND NOT EXISTS (SELECT FROM late_confirmations l WHERE l.purchase_id = p.id)
                    WHEN r.state = 'refused' THEN r.errors -> 0 ->> 'code' = ANY ($5::text[])
                    WHEN r.state = 'waiting' THEN b.status = 'canceled' AND 'canceled' = ANY ($5::text[])
                    ELSE false END
           AND NOT EXISTS (SELECT FROM batches f
                             JOIN batch_rows fr ON fr.batch_id = f.id AND fr.line = r.line
                             JOIN purchase_references fn ON fn.account_id = $1 AND fn.reference = fr.reference
                             JOIN purchases fp ON fp.id = fn.purchase_id AND fp.batch_id = f.id
                            WHERE f.account_id = $1 AND f.retry_root = $3 AND fp.status <> 'failed')
         ORDER BY r.line
         LIMIT $6
      ), sized AS (
        SELECT *, sum(octet_length(cells::text)) OVER (ORDER BY line) - octet_length(cells::text) AS before FROM failed
      )
      SELECT * FROM sized WHERE before < $7 ORDER BY line`,
    values: [
      uuidOf('acc', accountId),
      uuidOf('bat', of),
      uuidOf('bat', root),
      afterLine,
      reasons,
      limit.rows,
      limit.bytes,
    ],
  });
  return rows;
}
