import type { Pool } from 'pg';
import { FILE_CASES } from '../../domain/batch/file-cases.ts';
import { type AccountId, type BatchId, idFromUuid, uuidOf } from '../../domain/ids.ts';

/** How often a process records that each of its uploads is alive. */
export const ALIVE_MS = 5_000;
/** A process that was silent for this long has stopped. */
const STALE_MS = 40_000;
const FOUND_MAX = 100;
const DELETE_LINES = 20_000;

/** An upload that its own process no longer ends. */
interface StoppedUpload {
  readonly id: BatchId;
  readonly accountId: AccountId;
  /** `broken_off`: its client went away, and only its rows remain to be deleted. */
  readonly kind: 'interrupted' | 'broken_off';
}

/** Records that the process of an upload is alive, whether or not bytes arrive. */
export async function touchUpload(db: Pool, batchId: BatchId): Promise<void> {
  await db.query({
    name: 'touch-upload',
    text: `UPDATE batches SET received_at = (SELECT app_now()) WHERE id = $1 AND status = 'validating'`,
    values: [uuidOf('bat', batchId)],
  });
}

/**
 * Ends uploads whose process stopped, of one account or of all. Safe in several processes at the same time.
 * @param onInterrupted called for each that this call rejected.
 */
export async function endStoppedUploads(
  pool: Pool,
  accountId: AccountId | null,
  onInterrupted: (id: BatchId, accountId: AccountId) => void = () => {},
): Promise<void> {
  for (const upload of await findStoppedUploads(pool, accountId)) {
    if (upload.kind === 'broken_off') await discardUpload(pool, upload.id);
    else if (await interruptUpload(pool, upload.id)) onInterrupted(upload.id, upload.accountId);
  }
}

/** Uploads whose process stopped, and those whose rows are not all deleted yet; of one account, or of all. */
async function findStoppedUploads(db: Pool, accountId: AccountId | null): Promise<StoppedUpload[]> {
  const { rows } = await db.query<{ id: string; account_id: string; broken_off: boolean }>({
    name: 'find-stopped-uploads',
    text: `
      SELECT id, account_id, status = 'rejected' AND rejection_code = 'upload_broken_off' AS broken_off
        FROM batches
       WHERE (status = 'validating' OR rejection_code IN ('upload_broken_off', 'upload_interrupted'))
         AND (row_count > 0 OR rejection_code IS DISTINCT FROM 'upload_interrupted')
         AND ($1::uuid IS NULL OR account_id = $1)
         AND received_at < (SELECT app_now()) - $2 * interval '1 millisecond'
       LIMIT ${FOUND_MAX}`,
    values: [accountId === null ? null : uuidOf('acc', accountId), STALE_MS],
  });
  return rows.map(({ id, account_id, broken_off }) => ({
    id: idFromUuid('bat', id),
    accountId: idFromUuid('acc', account_id),
    kind: broken_off ? 'broken_off' : 'interrupted',
  }));
}

/**
 * Ends an upload whose process stopped: as a rejected batch that says so, without rows, and with its reference free. Wherever this
 * itself stops, the next sweep continues. Does nothing to one that is alive after all.
 * @returns whether this call rejected it.
 */
async function interruptUpload(pool: Pool, batchId: BatchId): Promise<boolean> {
  const uuid = uuidOf('bat', batchId);
  const { rowCount } = await pool.query({
    name: 'interrupt-upload',
    text: `
      UPDATE batches
         SET status = 'rejected', rejection_code = 'upload_interrupted',
             rejection_message = $3,
             validated_at = clock.at, completed_at = clock.at
        FROM (SELECT app_now() AS at) clock
       WHERE id = (SELECT id FROM batches
                    WHERE id = $1 AND status = 'validating'
                      AND received_at < (SELECT app_now()) - $2 * interval '1 millisecond'
                      FOR UPDATE SKIP LOCKED)`,
    values: [uuid, STALE_MS, FILE_CASES.upload_interrupted.message],
  });
  await deleteRows(pool, uuid, 'upload_interrupted');
  await pool.query({
    name: 'empty-interrupted-upload',
    text: `
      UPDATE batches
         SET row_count = 0, invalid_count = 0, cost = 0
       WHERE id = $1 AND rejection_code = 'upload_interrupted' AND row_count > 0`,
    values: [uuid],
  });
  return rowCount === 1;
}

/**
 * Removes an upload that broke off: first its reference is free again and no further row of it is stored, then its rows go,
 * then it is gone. Wherever this itself breaks off, it can be done again.
 */
export async function discardUpload(pool: Pool, batchId: BatchId): Promise<void> {
  const uuid = uuidOf('bat', batchId);
  await pool.query({
    name: 'break-off-upload',
    text: `
      UPDATE batches
         SET status = 'rejected', rejection_code = 'upload_broken_off',
             rejection_message = $2,
             validated_at = clock.at, completed_at = clock.at
        FROM (SELECT app_now() AS at) clock
       WHERE id = $1 AND status = 'validating'`,
    values: [uuid, FILE_CASES.upload_broken_off.message],
  });
  await deleteRows(pool, uuid, 'upload_broken_off');
  await pool.query({
    name: 'delete-broken-off-upload',
    text: `DELETE FROM batches WHERE id = $1 AND rejection_code = 'upload_broken_off'`,
    values: [uuid],
  });
}

/** Deletes the rows of a batch rejected with this code, in statements that are never long. */
async function deleteRows(pool: Pool, uuid: string, code: StoppedCode): Promise<void> {
  const { rows } = await pool.query<{ last: number | null }>({
    name: 'last-stopped-line',
    text: `SELECT max(line) AS last FROM batch_rows WHERE batch_id = $1`,
    values: [uuid],
  });
  const last = rows[0]?.last ?? 0;
  for (let line = 0; line < last; line += DELETE_LINES) {
    await pool.query({
      name: 'delete-stopped-rows',
      text: `
        DELETE FROM batch_rows
         WHERE batch_id = $1 AND line > $2 AND line <= $2 + $3
           AND EXISTS (SELECT FROM batches WHERE id = $1 AND rejection_code = $4)`,
      values: [uuid, line, DELETE_LINES, code],
    });
  }
}

type StoppedCode = 'upload_broken_off' | 'upload_interrupted';
