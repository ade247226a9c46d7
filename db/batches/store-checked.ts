import type { PoolClient } from 'pg';
import type { CheckTotals } from '../../domain/batch/check-totals.ts';
import type { Correction, Corrections } from '../../domain/batch/rows/row.ts';
import type { StoredRow } from '../../domain/batch/rows/stored-row.ts';
import { type AccountId, type BatchId, uuidOf } from '../../domain/ids.ts';
import { toJsonRecords } from '../json-records.ts';
import type { EditableBatch } from './edits.ts';
import { ERRORS_SHOWN } from './repeated.ts';

/** What a batch has after rows were checked again. */
export interface StoredCheck extends Pick<EditableBatch, 'revision' | 'corrections'> {
  /** How many corrections more it has to list. */
  readonly unlisted: number;
  /** The last line of the corrections that it lists; 0 if it lists none. */
  readonly lastListed: number;
}

/**
 * Stores rows that were checked again, with their batch's counts, cost and first findings, and returns its next revision. The
 * caller has locked the batch.
 * @param totals what the rows add to the counts, less what they added before.
 * @param corrections the state of the batch's corrections from now on, and those of the rows that were checked.
 */
export async function storeChecked(
  tx: PoolClient,
  accountId: AccountId,
  batchId: BatchId,
  rows: readonly StoredRow[],
  totals: CheckTotals,
  corrections: Pick<Corrections, 'state' | 'first'>,
): Promise<StoredCheck> {
  const uuid = uuidOf('bat', batchId);
  await tx.query({ text: STORE_ROWS, values: [uuid, toJsonRecords(rows.map(toRecord))] });
  await tx.query({
    text: `
      INSERT INTO batch_networks AS n (batch_id, network_id, valid)
      SELECT $1, network_id, added FROM unnest($2::text[], $3::int[]) AS a (network_id, added)
      ON CONFLICT (batch_id, network_id) DO UPDATE SET valid = n.valid + excluded.valid`,
    values: [uuid, [...totals.networks.keys()], [...totals.networks.values()]],
  });
  const stored = await tx.query<StoredCheck>({
    name: 'store-checked-batch',
    text: STORE_BATCH,
    values: [
      uuidOf('acc', accountId),
      uuid,
      totals.invalid,
      totals.refused,
      totals.duplicates,
      totals.warned,
      totals.cost,
      totals.corrected,
      corrections.state,
      [...rows, ...corrections.first].map(({ line }) => line),
      ERRORS_SHOWN,
      JSON.stringify(corrections.first),
    ],
  });
  if (stored.rows[0] === undefined) throw new TypeError(`batch ${batchId} vanished under its lock`);
  return stored.rows[0];
}

function toRecord(row: StoredRow) {
  const listed = (found: readonly object[]) => (found.length === 0 ? null : JSON.stringify(found));
  const repeated = row.state === 'refused' ? row.errors[0]?.duplicateOf : undefined;
  return {
    line: row.line,
    state: row.state,
    number: row.number,
    reference: row.reference,
    network_id: row.networkId,
    price: row.price,
    chosen: row.chosen === null ? null : JSON.stringify(row.chosen),
    edit: row.edit === null ? null : JSON.stringify(row.edit),
    errors: listed(row.errors),
    warnings: listed(row.warnings),
    purchase_id: repeated?.kind === 'purchase' ? uuidOf('pur', repeated.purchaseId) : null,
  };
}

const STORE_ROWS = `
  UPDATE batch_rows r
     SET state = c.state, number = c.number, reference = c.reference, network_id = c.network_id, price = c.price,
         chosen = c.chosen::json, edit = c.edit::json, errors = c.errors::json, warnings = c.warnings::json,
         purchase_id = c.purchase_id
    FROM json_to_recordset($2)
           AS c (line int, state text, number text, reference text, network_id text, price bigint, chosen text, edit text,
                 errors text, warnings text, purchase_id uuid)
   WHERE r.batch_id = $1 AND r.line = c.line AND r.line = ANY (ARRAY(SELECT line FROM json_to_recordset($2) AS l (line int)))`;

/** The findings of some rows with their lines, as SQL. */
function listed(column: 'errors' | 'warnings', where: string): string {
  return `
    SELECT r.line, f.value, f.at
      FROM batch_rows r, json_array_elements(r.${column}) WITH ORDINALITY AS f (value, at)
     WHERE r.batch_id = $2 AND (r.errors IS NOT NULL OR r.warnings IS NOT NULL) AND ${where}
     ORDER BY r.line, f.at
     LIMIT $11`;
}

/** A list of findings as a batch keeps it, in order of line. */
function firstOf(select: string): string {
  return `
    coalesce((SELECT json_agg(jsonb_build_object('line', found.line) || found.value::jsonb ORDER BY found.line, found.at)
                FROM (${select}) found), '[]')`;
}

const DUPLICATES = ['errors', 'warnings'] as const;

const LISTED_CORRECTIONS = `
  SELECT c FROM (
    SELECT c FROM json_array_elements(b.corrections) c WHERE (c ->> 'line')::int <> ALL ($10::int[])
     UNION ALL
    SELECT c FROM json_array_elements($12::json) c) each_one
   ORDER BY (c ->> 'line')::int
   LIMIT $11`;

const STORE_BATCH = `
  UPDATE batches b
     SET revision         = revision + 1,
         invalid_count    = invalid_count + $3,
         refused_count    = refused_count + $4,
         duplicate_count  = duplicate_count + $5,
         warned_count     = warned_count + $6,
         cost             = cost + $7::bigint,
         corrected_count  = corrected_count + $8,
         correction_state = CASE WHEN corrected_count + $8 = 0 AND $9 = 'proposed' THEN 'none' ELSE $9 END,
         corrections      = coalesce((SELECT json_agg(c) FROM (${LISTED_CORRECTIONS}) listed), '[]'),
         networks         = ARRAY(SELECT network_id FROM batch_networks WHERE batch_id = $2 AND valid > 0 ORDER BY network_id),
         errors           = ${firstOf(listed('errors', "r.state = 'invalid'"))},
         warnings         = ${firstOf(listed('warnings', "r.state <> 'refused'"))},
         duplicates       = ${firstOf(`
           SELECT * FROM (${DUPLICATES.map((column) => `(${listed(column, `r.${column}::text LIKE '%"duplicateOf"%'`)})`).join(' UNION ALL ')}) each_one
            WHERE value ->> 'duplicateOf' IS NOT NULL ORDER BY line, at LIMIT $11`)}
   WHERE account_id = $1 AND id = $2
  RETURNING revision, correction_state AS corrections,
            CASE WHEN correction_state IN ('proposed', 'accepted')
                 THEN greatest(least(corrected_count, $11) - json_array_length(corrections), 0) ELSE 0 END AS unlisted,
            (SELECT coalesce(max((c ->> 'line')::int), 0) FROM json_array_elements(corrections) c) AS "lastListed"`;

/**
 * The next rows after a line that are bought for a number that was repaired, in order of line. Reads only as far as it finds them: a
 * batch lists its first ones, so that there are none among the lines before.
 */
export async function readCorrectedRows(
  tx: PoolClient,
  batchId: BatchId,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<CorrectedRow[]> {
  const { rows } = await tx.query<CorrectedRow>({
    name: 'read-corrected-rows',
    text: `
      SELECT line, cells
        FROM batch_rows
       WHERE batch_id = $1 AND line > $2 AND state = 'waiting' AND chosen ->> 'phoneNumber' IS NOT NULL
         AND edit ->> 'phoneNumber' IS NULL
       ORDER BY line
       LIMIT $3`,
    values: [uuidOf('bat', batchId), after, limit],
  });
  return rows;
}

export type CorrectedRow = Pick<StoredRow, 'line' | 'cells'>;

/** Adds corrections after those that a batch lists. The caller has locked it. */
export async function addCorrections(
  tx: PoolClient,
  accountId: AccountId,
  batchId: BatchId,
  further: readonly Correction[],
): Promise<void> {
  await tx.query({
    name: 'add-corrections',
    text: `
      UPDATE batches b
         SET corrections = (SELECT json_agg(c ORDER BY (c ->> 'line')::int)
                              FROM (SELECT c FROM json_array_elements(b.corrections) c
                                     UNION ALL SELECT c FROM json_array_elements($3::json) c) each_one)
       WHERE account_id = $1 AND id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('bat', batchId), JSON.stringify(further)],
  });
}
