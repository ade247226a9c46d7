import type { Pool } from 'pg';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { FailureCode } from '../../domain/purchase/failure-codes.ts';
import type { Order } from '../../domain/purchase/purchase.ts';
import { COLUMNS, type PurchaseRow, readPurchase } from './row.ts';

/** Which pending purchases to list; null for no condition. */
export interface StuckFilter {
  readonly networkId: string | null;
  readonly accountId: AccountId | null;
  /** Pending for longer than this. */
  readonly olderThanMs: number;
  readonly limit: number;
}

/** A purchase that is pending for too long, and whose it is. */
export interface FoundStuck {
  readonly id: PurchaseId;
  readonly accountId: AccountId;
  readonly accountName: string;
}

/** Pending purchases older than the filter says, oldest deadline first. @param after the last one of the page before */
export async function findStuck(
  db: Pool,
  { networkId, accountId, olderThanMs, limit }: StuckFilter,
  after: PurchaseId | null = null,
): Promise<readonly FoundStuck[]> {
  const { rows } = await db.query<{ id: string; account_id: string; account_name: string }>({
    text: `
      SELECT p.id, p.account_id, a.name AS account_name
        FROM purchases p
        JOIN accounts a ON a.id = p.account_id
       WHERE p.status = 'pending'
         AND ($1::text IS NULL OR p.network_id = $1)
         AND ($2::uuid IS NULL OR p.account_id = $2)
         AND p.created_at < (SELECT app_now()) - $3 * interval '1 millisecond'
         AND ($5::uuid IS NULL OR (p.resolve_by, p.id) > (SELECT resolve_by, id FROM purchases WHERE id = $5))
       ORDER BY p.resolve_by, p.id
       LIMIT $4`,
    values: [
      networkId,
      accountId === null ? null : uuidOf('acc', accountId),
      olderThanMs,
      limit,
      after === null ? null : uuidOf('pur', after),
    ],
  });
  return rows.map((row) => ({
    id: idFromUuid('pur', row.id),
    accountId: idFromUuid('acc', row.account_id),
    accountName: row.account_name,
  }));
}

/** A purchase that failed, with the name of its account. */
export interface FailedPurchase {
  readonly order: Order;
  readonly accountName: string;
  readonly completedAt: Date;
  readonly code: FailureCode;
}

/**
 * Purchases of all accounts that failed, newest failure first. Of each network it reads as many as it may return, so the index
 * is enough however many networks there are.
 * @param networkId null for all
 * @param after the last one of the page before
 */
export async function listFailed(
  db: Pool,
  { networkId, limit }: { readonly networkId: string | null; readonly limit: number },
  after: PurchaseId | null = null,
): Promise<FailedPurchase[]> {
  const { rows } = await db.query<PurchaseRow & { readonly account_name: string }>({
    text: `
      SELECT ${COLUMNS}, a.name AS account_name
        FROM networks n
       CROSS JOIN LATERAL (
             SELECT *
               FROM purchases
              WHERE network_id = n.id AND status = 'failed'
                AND ($3::uuid IS NULL
                     OR (completed_at, id) < ((SELECT completed_at FROM purchases WHERE id = $3), $3::uuid))
              ORDER BY completed_at DESC, id DESC
              LIMIT $2) p
        JOIN accounts a ON a.id = p.account_id
       WHERE $1::text IS NULL OR n.id = $1
       ORDER BY p.completed_at DESC, p.id DESC
       LIMIT $2`,
    values: [networkId, limit, after === null ? null : uuidOf('pur', after)],
  });
  return rows.flatMap((row) => {
    const { order, state } = readPurchase(row);
    if (state.status !== 'failed') return [];
    return [
      { order, accountName: row.account_name, completedAt: state.completedAt, code: state.failureCode },
    ];
  });
}
