import type { Pool, PoolClient } from 'pg';
import type {
  BatchColumn,
  BatchOptions,
  BatchStatus,
  FileNotice,
  LineError,
  LineWarning,
  Rejection,
} from '../../domain/batch/batch.ts';
import { statusAfterValidation } from '../../domain/batch/life.ts';
import { type AccountId, type BatchId, uuidOf } from '../../domain/ids.ts';
import { inTransaction } from '../transaction.ts';
import { enqueueRun } from './commands.ts';
import { ERRORS_SHOWN, NONE_REPEATED, refuseRepeatedReferences } from './repeated.ts';

/** What is known of a file once its last byte was read. */
export interface ArrivedFile {
  readonly contentHash: Buffer;
  /** Rows that were handed over to be stored. */
  readonly rows: number;
  readonly columns: readonly BatchColumn[];
  readonly notices: readonly FileNotice[];
  /** The first errors of its rows, in order of line. */
  readonly errors: readonly LineError[];
  /** The first warnings of its rows, in order of line, and how many rows have any. */
  readonly warnings: readonly LineWarning[];
  readonly warned: number;
  /** Its valid rows by network. */
  readonly networks: ReadonlyMap<string, number>;
  /** Why it is unusable, if it is. */
  readonly rejection: Rejection | null;
}

/**
 * Ends the validation of a file: finds references used twice in it, decides where the batch goes, and starts it where it
 * goes at once.
 * @throws TransactionError also when the database lost rows in a crash: then nothing is accepted.
 * @returns null when the upload has been given up meanwhile: then nothing of it remains.
 */
export async function finishUpload(
  pool: Pool,
  accountId: AccountId,
  batchId: BatchId,
  options: BatchOptions,
  file: ArrivedFile,
): Promise<BatchStatus | null> {
  return inTransaction(pool, async (tx) => {
    const totals = await lockTotals(tx, batchId);
    if (totals === null) return null;
    if (totals.rows !== file.rows) {
      throw new Error(`${file.rows - totals.rows} rows were lost before they were flushed to disk`);
    }

    const own = file.columns.some(({ target }) => target === 'reference');
    const repeated = own
      ? await refuseRepeatedReferences(tx, batchId, file.columns, totals.rows)
      : NONE_REPEATED;
    const errors = [...file.errors, ...repeated.errors]
      .sort((a, b) => a.line - b.line)
      .slice(0, ERRORS_SHOWN);
    const invalid = totals.invalid + repeated.count;
    const verdict = statusAfterValidation({ rows: totals.rows, invalid, rejection: file.rejection }, options);
    const rejection = verdict.status === 'rejected' ? verdict.rejection : null;

    await tx.query({
      name: 'finish-upload',
      text: FINISH,
      values: [
        uuidOf('bat', batchId),
        verdict.status,
        file.contentHash,
        JSON.stringify(file.columns),
        JSON.stringify(file.notices),
        JSON.stringify(errors),
        [...file.networks.keys()].sort(),
        invalid,
        repeated.cost,
        rejection?.code ?? null,
        rejection?.message ?? null,
        rejection?.line ?? null,
        JSON.stringify(file.warnings),
        file.warned,
      ],
    });
    if (verdict.status !== 'rejected') await storeNetworks(tx, batchId, file.networks, repeated.byNetwork);
    if (verdict.status === 'running') await enqueueRun(tx, accountId, batchId);
    return verdict.status;
  });
}

const FINISH = `
  UPDATE batches
     SET status            = $2,
         content_hash      = $3,
         columns           = $4,
         notices           = $5,
         errors            = $6,
         networks          = $7,
         invalid_count     = $8,
         cost              = cost - $9,
         rejection_code    = $10,
         rejection_message = $11,
         rejection_line    = $12,
         warnings          = $13,
         warned_count      = $14,
         validated_at      = clock.at,
         started_at        = CASE WHEN $2 = 'running' THEN clock.at END,
         completed_at      = CASE WHEN $2 = 'rejected' THEN clock.at END
    FROM (SELECT app_now() AS at) clock
   WHERE id = $1`;

async function storeNetworks(
  tx: PoolClient,
  batchId: BatchId,
  valid: ReadonlyMap<string, number>,
  repeated: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.query({
    name: 'store-batch-networks',
    text: `
      INSERT INTO batch_networks (batch_id, network_id, valid)
      SELECT $1, network_id, valid FROM unnest($2::text[], $3::int[]) AS n (network_id, valid)`,
    values: [
      uuidOf('bat', batchId),
      [...valid.keys()],
      [...valid].map(([networkId, count]) => count - (repeated.get(networkId) ?? 0)),
    ],
  });
}

async function lockTotals(
  tx: PoolClient,
  batchId: BatchId,
): Promise<{ readonly rows: number; readonly invalid: number } | null> {
  const { rows } = await tx.query<{ rows: number; invalid: number }>({
    name: 'lock-arrived-totals',
    text: `
      SELECT row_count AS rows, invalid_count AS invalid
        FROM batches
       WHERE id = $1 AND status = 'validating'
         FOR UPDATE`,
    values: [uuidOf('bat', batchId)],
  });
  return rows[0] ?? null;
}
