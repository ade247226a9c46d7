import type { Pool } from 'pg';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';

/** Which pending purchases to list; null for no condition. */
export interface StuckFilter {
  readonly networkId: string | null;
  readonly accountId: AccountId | null;
  /** Pending for longer than this. */
  readonly olderThanMs: number;
  readonly limit: number;
}

/** Pending purchases older than the filter says, oldest deadline first. @param after the last one of the page before */
export async function findStuck(
  db: Pool,
  { networkId, accountId, olderThanMs, limit }: StuckFilter,
  after: PurchaseId | null = null,
): Promise<readonly { readonly id: PurchaseId; readonly accountId: AccountId }[]> {
  const { rows } = await db.query<{ id: string; account_id: string }>({
    text: `
      SELECT id, account_id
        FROM purchases
       WHERE status = 'pending'
         AND ($1::text IS NULL OR network_id = $1)
         AND ($2::uuid IS NULL OR account_id = $2)
         AND created_at < (SELECT app_now()) - $3 * interval '1 millisecond'
         AND ($5::uuid IS NULL OR (resolve_by, id) > (SELECT resolve_by, id FROM purchases WHERE id = $5))
       ORDER BY resolve_by, id
       LIMIT $4`,
    values: [
      networkId,
      accountId === null ? null : uuidOf('acc', accountId),
      olderThanMs,
      limit,
      after === null ? null : uuidOf('pur', after),
    ],
  });
  return rows.map((row) => ({ id: idFromUuid('pur', row.id), accountId: idFromUuid('acc', row.account_id) }));
}
