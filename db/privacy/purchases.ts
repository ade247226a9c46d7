import type { Pool, PoolClient } from 'pg';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { Erasure, ErasureWait } from '../../domain/privacy/erasure.ts';
import { lockAccount } from '../accounts/lock.ts';
import { inTransaction } from '../transaction.ts';

/** Purchases that still need their number: pending, asked about at the network, or of a campaign that has not ended. */
const WAITING = `
  CASE WHEN p.status = 'pending' THEN 'purchase'
       WHEN EXISTS (SELECT FROM late_inquiries q
                     WHERE q.purchase_id = p.id AND q.ended_at IS NULL AND q.until > (SELECT app_now())) THEN 'late_inquiry'
       WHEN EXISTS (SELECT FROM batches b
                     WHERE b.id = p.batch_id AND b.status NOT IN ('completed', 'canceled', 'rejected')) THEN 'campaign'
  END`;

/**
 * Replaces the number of up to `limit` purchases by the pseudonym, removes their metadata, and hashes their fingerprints with a key:
 * without it, a fingerprint would show whether a guessed number is right. Under the account's lock, so that a settlement sees a
 * purchase before or after this. Returns how many were changed.
 */
export async function renamePurchases(
  pool: Pool,
  { id, accountId, pseudonym }: Erasure,
  phoneNumber: string,
  hashFingerprint: (fingerprint: Buffer) => Buffer,
  limit: number,
): Promise<number> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const account = uuidOf('acc', accountId);
    const { rows } = await tx.query<{ id: string; fingerprint: Buffer }>({
      text: `
        SELECT p.id, p.fingerprint
          FROM purchases p
         WHERE p.account_id = $1 AND p.phone_number = $2 AND ${WAITING} IS NULL
         ORDER BY p.id
         LIMIT $3
           FOR UPDATE OF p`,
      values: [account, phoneNumber, limit],
    });
    if (rows.length === 0) return 0;
    await tx.query({
      text: `
        UPDATE purchases p
           SET phone_number = $2, metadata = '{}', fingerprint = f.fingerprint
          FROM unnest($3::uuid[], $4::bytea[]) AS f (id, fingerprint)
         WHERE p.id = f.id AND p.account_id = $1`,
      values: [
        account,
        pseudonym,
        rows.map((row) => row.id),
        rows.map(({ fingerprint }) => hashFingerprint(fingerprint)),
      ],
    });
    await countErased(tx, { id, accountId }, 'purchases', rows.length);
    return rows.length;
  });
}

/** What the purchases wait for that still have the number; null if there is none. */
export async function findWaitingPurchase(
  db: Pool,
  accountId: AccountId,
  phoneNumber: string,
): Promise<ErasureWait | null> {
  const { rows } = await db.query<{ waits: ErasureWait }>({
    text: `
      SELECT coalesce(${WAITING}, 'purchase') AS waits
        FROM purchases p
       WHERE p.account_id = $1 AND p.phone_number = $2
       LIMIT 1`,
    values: [uuidOf('acc', accountId), phoneNumber],
  });
  return rows[0]?.waits ?? null;
}

/** A purchase that has the pseudonym. */
export interface RenamedPurchase {
  readonly id: PurchaseId;
  readonly reference: string;
  readonly createdAt: Date;
}

/** Up to `limit` purchases with a number or pseudonym, newest first, behind one of them. */
export async function listPurchasesOf(
  db: Pool,
  accountId: AccountId,
  phoneNumber: string,
  after: RenamedPurchase | null,
  limit: number,
): Promise<RenamedPurchase[]> {
  const { rows } = await db.query<{ id: string; reference: string; createdAt: Date }>({
    text: `
      SELECT id, reference, created_at AS "createdAt"
        FROM purchases
       WHERE account_id = $1 AND phone_number = $2
         AND ($3::timestamptz IS NULL OR (created_at, id) < ($3, $4::uuid))
       ORDER BY created_at DESC, id DESC
       LIMIT $5`,
    values: [
      uuidOf('acc', accountId),
      phoneNumber,
      after?.createdAt ?? null,
      after === null ? null : uuidOf('pur', after.id),
      limit,
    ],
  });
  return rows.map((row) => ({ ...row, id: idFromUuid('pur', row.id) }));
}

const COUNTS = {
  purchases: 'UPDATE erasures SET purchases = purchases + $3 WHERE account_id = $1 AND id = $2',
  lines: 'UPDATE erasures SET statement_lines = statement_lines + $3 WHERE account_id = $1 AND id = $2',
  events: 'UPDATE erasures SET events = events + $3 WHERE account_id = $1 AND id = $2',
  rows: 'UPDATE erasures SET campaign_rows = campaign_rows + $3 WHERE account_id = $1 AND id = $2',
} as const;

/** Adds to what an erasure has changed, in the transaction of the change. */
export async function countErased(
  tx: PoolClient,
  { accountId, id }: Pick<Erasure, 'accountId' | 'id'>,
  what: keyof typeof COUNTS,
  count: number,
): Promise<void> {
  await tx.query({ text: COUNTS[what], values: [uuidOf('acc', accountId), uuidOf('era', id), count] });
}
