import { finished } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BatchColumn, BatchOptions, FileReading } from '../../domain/batch/batch.ts';
import { isDuplicate } from '../../domain/batch/duplicate-findings.ts';
import type { StoredRow } from '../../domain/batch/rows/stored-row.ts';
import type { UploadChoices } from '../../domain/batch/upload/choices.ts';
import {
  type AccountId,
  type BatchId,
  idFromUuid,
  type KeyId,
  type RecurrenceId,
  uuidOf,
} from '../../domain/ids.ts';
import { CURRENT_NETWORK, PORTED_NUMBER_JOIN } from '../networks/ported-number-join.ts';
import { inTransaction } from '../transaction.ts';
import type { RetryOf } from './retries.ts';

export interface NewBatch {
  readonly id: BatchId;
  readonly accountId: AccountId;
  readonly reference: string;
  readonly currency: string;
  readonly options: BatchOptions;
  /** The sheet that the upload names; absent or null if it names none. */
  readonly sheet?: string | null;
  /** How its rows are read, to check them again; absent or null if that is not known. */
  readonly reading?: FileReading | null;
  /** The recurring campaign that makes it; absent for an upload of a client. */
  readonly recurrenceId?: RecurrenceId;
  /** The key that starts it, if it starts by itself. */
  readonly keyId?: KeyId | null;
  /** Absent for an upload. */
  readonly retry?: RetryOf;
}

/** The batch that holds a reference. */
export interface ReferenceHolder {
  readonly id: BatchId;
  /** SHA-256 of its file; null while the file is still arriving. */
  readonly contentHash: Buffer | null;
  /** The sheet that its upload named, and the one that was read. */
  readonly sheetWanted: string | null;
  readonly sheet: string | null;
  readonly choices: UploadChoices;
  readonly columns: readonly BatchColumn[];
}

/** Takes a reference for a new upload: null when this call takes it, otherwise the batch that has it already. */
export async function insertBatch(pool: Pool, batch: NewBatch): Promise<ReferenceHolder | null> {
  const { options } = batch;
  for (;;) {
    const inserted = await pool.query({
      name: 'insert-batch',
      text: `
        INSERT INTO batches (id, account_id, reference, currency, start_mode, on_invalid, on_insufficient_balance,
                             not_before, duplicate_window_hours, on_duplicate, sheet_wanted, send_from, send_until, reading, recurrence_id,
                             retry_of, retry_root, retry_reasons, key_id, created_at, received_at, cost_centre)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, clock.at, clock.at,
               (SELECT o.cost_centre
                  FROM batches o
                 WHERE o.account_id = $2
                   AND o.id = coalesce($16, (SELECT r.source_id FROM recurrences r WHERE r.account_id = $2 AND r.id = $15)))
          FROM (SELECT app_now() AS at) clock
        ON CONFLICT (account_id, reference) WHERE status <> 'rejected' DO NOTHING`,
      values: [
        uuidOf('bat', batch.id),
        uuidOf('acc', batch.accountId),
        batch.reference,
        batch.currency,
        options.start,
        options.onInvalid,
        options.onInsufficientBalance,
        options.notBefore,
        options.duplicates.windowHours,
        options.duplicates.on,
        batch.sheet ?? null,
        options.sendBetween?.from ?? null,
        options.sendBetween?.until ?? null,
        batch.reading == null ? null : JSON.stringify(batch.reading),
        batch.recurrenceId === undefined ? null : uuidOf('rec', batch.recurrenceId),
        batch.retry === undefined ? null : uuidOf('bat', batch.retry.of),
        batch.retry === undefined ? null : uuidOf('bat', batch.retry.root),
        batch.retry?.reasons ?? null,
        batch.keyId == null ? null : uuidOf('key', batch.keyId),
      ],
    });
    if (inserted.rowCount === 1) return null;

    const holder = await findReferenceHolder(pool, batch.accountId, batch.reference);
    // Null when it was abandoned between the two statements.
    if (holder !== null) return holder;
  }
}

/** The batch of an account that has this reference, rejected ones apart; null when the reference is free. */
export async function findReferenceHolder(
  db: Pool,
  accountId: AccountId,
  reference: string,
): Promise<ReferenceHolder | null> {
  const { rows } = await db.query<Omit<ReferenceHolder, 'id'> & { readonly id: string }>({
    name: 'find-reference-holder',
    text: `
      SELECT id, content_hash AS "contentHash", sheet_wanted AS "sheetWanted", sheet, columns,
             json_build_object(
               'options', json_build_object(
                 'start', start_mode, 'onInvalid', on_invalid, 'onInsufficientBalance', on_insufficient_balance,
                 'duplicates', json_build_object('windowHours', duplicate_window_hours, 'on', on_duplicate)),
               'reading', reading) AS choices
        FROM batches
       WHERE account_id = $1 AND reference = $2 AND status <> 'rejected'`,
    values: [uuidOf('acc', accountId), reference],
  });
  const row = rows[0];
  return row === undefined ? null : { ...row, id: idFromUuid('bat', row.id) };
}

/**
 * Stores rows of a file that is arriving and counts them, in one short transaction: an upload may take an hour, and no
 * transaction may.
 * @returns false when the upload was abandoned meanwhile: nothing was stored.
 */
export async function storeRows(
  pool: Pool,
  batchId: BatchId,
  columns: readonly BatchColumn[],
  rows: readonly StoredRow[],
): Promise<boolean> {
  const uuid = uuidOf('bat', batchId);
  const totals = countRows(rows);
  return inTransaction(pool, async (tx) => {
    // Flushed with the commit that ends the upload, which also finds out whether a page was lost until then.
    await tx.query('SET LOCAL synchronous_commit = off');
    const { rowCount } = await tx.query({
      name: 'count-arrived-rows',
      text: `
        UPDATE batches
           SET received_at   = (SELECT app_now()),
               columns       = $2,
               row_count     = row_count + $3,
               invalid_count = invalid_count + $4,
               cost          = cost + $5,
               refused_count = refused_count + $6,
               duplicate_count = duplicate_count + $7
         WHERE id = $1 AND status = 'validating'`,
      values: [
        uuid,
        JSON.stringify(columns),
        rows.length,
        totals.invalid,
        totals.cost,
        totals.refused,
        totals.duplicates,
      ],
    });
    if (rowCount === 0) return false;
    if (rows.length > 0) await copyRows(tx, uuid, rows);
    return true;
  });
}

function countRows(rows: readonly StoredRow[]) {
  const totals = { invalid: 0, refused: 0, duplicates: 0, cost: 0 };
  for (const { state, price, errors, warnings } of rows) {
    if (state === 'invalid') totals.invalid += 1;
    else if (state === 'refused') totals.refused += 1;
    else totals.cost += price ?? 0;
    if (isDuplicate(errors) || isDuplicate(warnings)) totals.duplicates += 1;
  }
  return totals;
}

async function copyRows(tx: PoolClient, uuid: string, rows: readonly StoredRow[]): Promise<void> {
  const copy = tx.query(
    copyFrom(
      'COPY batch_rows (batch_id, line, state, cells, reference, network_id, price, chosen, errors, warnings, purchase_id, number, edit) FROM STDIN',
    ),
  );
  copy.end(rows.map((row) => copyLine(uuid, row)).join(''));
  await finished(copy);
}

/** One line of COPY's text format. Only the JSON can hold a sign that must be escaped, and of those only backslashes. */
function copyLine(uuid: string, row: StoredRow): string {
  const { line, state, cells, reference, networkId, price, chosen, errors, warnings } = row;
  const listed = (found: readonly object[]) => (found.length === 0 ? '\\N' : escaped(JSON.stringify(found)));
  return `${uuid}\t${line}\t${state}\t${escaped(JSON.stringify(cells))}\t${reference ?? '\\N'}\t${networkId ?? '\\N'}\t${price ?? '\\N'}\t${chosen === null ? '\\N' : escaped(JSON.stringify(chosen))}\t${listed(errors)}\t${listed(warnings)}\t${earlierPurchase(row)}\t${row.number}\t${row.edit === null ? '\\N' : escaped(JSON.stringify(row.edit))}\n`;
}

/** The purchase that a row repeats, if it is held back. */
function earlierPurchase({ state, errors }: StoredRow): string {
  const repeated = state === 'refused' ? errors[0]?.duplicateOf : undefined;
  return repeated?.kind === 'purchase' ? uuidOf('pur', repeated.purchaseId) : '\\N';
}

function escaped(json: string): string {
  return json.replaceAll('\\', '\\\\');
}

/**
 * Which of these numbers are on another network than their prefix says, and on which: as the accept lane reads it. Without a
 * name, so that it is planned again when the tables have grown.
 */
export async function readPorted(
  db: Pool | PoolClient,
  phoneNumbers: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ phone_number: string; network_id: string }>({
    text: `
      SELECT wanted.phone_number, ${CURRENT_NETWORK} AS network_id
        FROM unnest($1::text[]) AS wanted (phone_number)
        ${PORTED_NUMBER_JOIN}`,
    values: [phoneNumbers],
  });
  return new Map(rows.map((row) => [row.phone_number, row.network_id]));
}
