import type { Pool } from 'pg';
import { type AccountId, type BatchId, idFromUuid, uuidOf } from '../domain/ids.ts';

/** A client that sends nothing for this long has given its upload up. */
const STALE_MS = 30_000;
const DELETE_LINES = 20_000;

/** Uploads of an account that were given up and are not yet cleared away. */
export async function findAbandonedUploads(db: Pool, accountId: AccountId): Promise<BatchId[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'find-abandoned-uploads',
    text: `
      SELECT id
        FROM batches
       WHERE account_id = $1
         AND (status = 'validating' OR rejection_code = 'upload_broken_off')
         AND received_at < (SELECT app_now()) - $2 * interval '1 millisecond'`,
    values: [uuidOf('acc', accountId), STALE_MS],
  });
  return rows.map(({ id }) => idFromUuid('bat', id));
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
             rejection_message = 'The upload broke off. Nothing was bought; upload the file again.',
             validated_at = clock.at, completed_at = clock.at
        FROM (SELECT app_now() AS at) clock
       WHERE id = $1 AND status = 'validating'`,
    values: [uuid],
  });
  const { rows } = await pool.query<{ last: number | null }>({
    name: 'last-broken-off-line',
    text: `SELECT max(line) AS last FROM batch_rows WHERE batch_id = $1`,
    values: [uuid],
  });
  const last = rows[0]?.last ?? 0;
  for (let line = 0; line < last; line += DELETE_LINES) {
    await pool.query({
      name: 'delete-broken-off-rows',
      text: `
        DELETE FROM batch_rows
         WHERE batch_id = $1 AND line > $2 AND line <= $2 + $3
           AND EXISTS (SELECT FROM batches WHERE id = $1 AND rejection_code = 'upload_broken_off')`,
      values: [uuid, line, DELETE_LINES],
    });
  }
  await pool.query({
    name: 'delete-broken-off-upload',
    text: `DELETE FROM batches WHERE id = $1 AND rejection_code = 'upload_broken_off'`,
    values: [uuid],
  });
}
