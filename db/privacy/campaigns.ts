import type { Pool, PoolClient } from 'pg';
import { type BatchColumn, type BatchStatus, hasEnded } from '../../domain/batch/batch.ts';
import { type AccountId, type BatchId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { RowTexts } from '../../domain/privacy/erase-row.ts';
import type { Erasure } from '../../domain/privacy/erasure.ts';
import { lockAccount } from '../accounts/lock.ts';
import { inTransaction } from '../transaction.ts';
import { countErased } from './purchases.ts';

/** Lines of a file that one statement looks through: some tenths of a second. */
export const LINES_AT_ONCE = 50_000;

/** Up to `limit` campaigns of an account, oldest first, from behind the ones that this erasure has looked through. */
export async function listCampaignsToSearch(
  db: Pool,
  { id, accountId }: Erasure,
  limit: number,
): Promise<{ readonly id: BatchId; readonly hasEnded: boolean; readonly lastLine: number }[]> {
  const { rows } = await db.query<{ id: string; status: BatchStatus; last: number }>({
    text: `
      SELECT b.id, b.status, coalesce((SELECT max(line) FROM batch_rows r WHERE r.batch_id = b.id), 0) AS last
        FROM batches b
       WHERE b.account_id = $1
         AND b.id > coalesce((SELECT searched_batch FROM erasures WHERE account_id = $1 AND id = $2),
                             '00000000-0000-0000-0000-000000000000')
       ORDER BY b.id
       LIMIT $3`,
    values: [uuidOf('acc', accountId), uuidOf('era', id), limit],
  });
  return rows.map((row) => ({
    id: idFromUuid('bat', row.id),
    hasEnded: hasEnded(row.status),
    lastLine: row.last,
  }));
}

/** Notes that all campaigns up to this one were looked through. */
export async function noteSearched(db: Pool, { id, accountId }: Erasure, batchId: BatchId): Promise<void> {
  await db.query({
    text: 'UPDATE erasures SET searched_batch = $3 WHERE account_id = $1 AND id = $2',
    values: [uuidOf('acc', accountId), uuidOf('era', id), uuidOf('bat', batchId)],
  });
}

/** Rows on the lines behind `afterLine`, up to `LINES_AT_ONCE`, in whose texts these digits stand one after another. */
const ROWS_WITH_DIGITS = `
  SELECT line, cells, number, chosen, edit, errors, warnings
    FROM batch_rows
   WHERE batch_id = (SELECT id FROM batches WHERE account_id = $1 AND id = $2)
     AND line > $3 AND line <= $3 + ${LINES_AT_ONCE}
     AND regexp_replace(concat_ws('', cells, number, chosen, edit, errors, warnings), '[^0-9]', '', 'g') LIKE '%' || $4 || '%'
   ORDER BY line`;

/** Rows that may mention a number, by its digits without the country code. */
export async function findRowsWithDigits(
  db: Pool | PoolClient,
  accountId: AccountId,
  batchId: BatchId,
  digits: string,
  afterLine: number,
): Promise<RowTexts[]> {
  const { rows } = await db.query<RowTexts>({
    text: ROWS_WITH_DIGITS,
    values: [uuidOf('acc', accountId), uuidOf('bat', batchId), afterLine, digits],
  });
  return rows;
}

/** The texts of a campaign besides its rows. */
export interface CampaignTexts {
  readonly columns: readonly BatchColumn[];
  readonly notices: readonly object[];
  readonly errors: readonly object[];
  readonly warnings: readonly object[];
  readonly duplicates: readonly object[];
  readonly corrections: readonly object[];
  readonly sheets: readonly unknown[];
  readonly note: string | null;
}

export async function readCampaignTexts(
  db: Pool | PoolClient,
  accountId: AccountId,
  batchId: BatchId,
): Promise<CampaignTexts | null> {
  const { rows } = await db.query<CampaignTexts>({
    text: `
      SELECT columns, notices, errors, warnings, duplicates, corrections, sheets, note
        FROM batches
       WHERE account_id = $1 AND id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('bat', batchId)],
  });
  return rows[0] ?? null;
}

/** Writes the changed texts of a campaign and of rows, under the account's lock. */
export async function writeCampaign(
  pool: Pool,
  erasure: Erasure,
  batchId: BatchId,
  texts: CampaignTexts | null,
  rows: readonly RowTexts[],
): Promise<void> {
  const { accountId } = erasure;
  await inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    await tx.query({
      text: 'SELECT id FROM batches WHERE account_id = $1 AND id = $2 FOR UPDATE',
      values: [uuidOf('acc', accountId), uuidOf('bat', batchId)],
    });
    if (texts !== null) await writeTexts(tx, accountId, batchId, texts);
    if (rows.length === 0) return;
    await writeRows(tx, accountId, batchId, rows);
    await countErased(tx, erasure, 'rows', rows.length);
  });
}

async function writeTexts(
  tx: PoolClient,
  accountId: AccountId,
  batchId: BatchId,
  { columns, notices, errors, warnings, duplicates, corrections, sheets, note }: CampaignTexts,
): Promise<void> {
  await tx.query({
    text: `
      UPDATE batches
         SET columns = $3, notices = $4, errors = $5, warnings = $6, duplicates = $7, corrections = $8, sheets = $9,
             note = $10
       WHERE account_id = $1 AND id = $2`,
    values: [
      uuidOf('acc', accountId),
      uuidOf('bat', batchId),
      ...[columns, notices, errors, warnings, duplicates, corrections, sheets].map((each) =>
        JSON.stringify(each),
      ),
      note,
    ],
  });
}

async function writeRows(
  tx: PoolClient,
  accountId: AccountId,
  batchId: BatchId,
  rows: readonly RowTexts[],
): Promise<void> {
  const text = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await tx.query({
    text: `
      UPDATE batch_rows r
         SET cells = c.cells::json, number = c.number, chosen = c.chosen::json, edit = c.edit::json,
             errors = c.errors::json, warnings = c.warnings::json
        FROM unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
             AS c (line, cells, number, chosen, edit, errors, warnings)
       WHERE r.batch_id = (SELECT id FROM batches WHERE account_id = $1 AND id = $2) AND r.line = c.line`,
    values: [
      uuidOf('acc', accountId),
      uuidOf('bat', batchId),
      rows.map(({ line }) => line),
      rows.map(({ cells }) => text(cells)),
      rows.map(({ number }) => number),
      rows.map(({ chosen }) => text(chosen)),
      rows.map(({ edit }) => text(edit)),
      rows.map(({ errors }) => text(errors)),
      rows.map(({ warnings }) => text(warnings)),
    ],
  });
}
