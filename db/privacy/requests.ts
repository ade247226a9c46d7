import type { Pool } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';

/**
 * Deletes requests of an account that mention one of these: the last digits of a number, or ids of purchases
 * (domain/requests/kept-text.ts). Up to `limit`; returns how many.
 */
export async function forgetRequests(
  db: Pool,
  accountId: AccountId,
  mentions: readonly string[],
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query({
    text: `
      DELETE FROM request_log
       WHERE account_id = $1
         AND id IN (SELECT id
                      FROM request_log
                     WHERE account_id = $1 AND mentions && $2::text[]
                     ORDER BY id
                     LIMIT $3
                       FOR UPDATE SKIP LOCKED)`,
    values: [uuidOf('acc', accountId), mentions, limit],
  });
  return rowCount ?? 0;
}
