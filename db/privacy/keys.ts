import type { Pool } from 'pg';
import { type AccountId, idFromUuid, uuidOf } from '../../domain/ids.ts';

/** The sealed key with which an account's erased numbers are hashed. */
export interface SealedErasureKey {
  readonly accountId: AccountId;
  readonly key: Buffer;
}

/** The sealed key of an account; null if it never erased a number. */
export async function readErasureKey(db: Pool, accountId: AccountId): Promise<Buffer | null> {
  const { rows } = await db.query<{ key: Buffer }>({
    name: 'read-erasure-key',
    text: 'SELECT sealed_key AS key FROM erasure_keys WHERE account_id = $1',
    values: [uuidOf('acc', accountId)],
  });
  return rows[0]?.key ?? null;
}

/** The sealed key of an account, which becomes `sealed` if it has none. */
export async function ensureErasureKey(db: Pool, accountId: AccountId, sealed: Buffer): Promise<Buffer> {
  await db.query({
    text: 'INSERT INTO erasure_keys (account_id, sealed_key) VALUES ($1, $2) ON CONFLICT (account_id) DO NOTHING',
    values: [uuidOf('acc', accountId), sealed],
  });
  const key = await readErasureKey(db, accountId);
  if (key === null) throw new TypeError(`no erasure key of ${accountId}`);
  return key;
}

/** The sealed keys of up to `limit` accounts behind one account, in order of account. */
export async function readErasureKeys(
  db: Pool,
  after: AccountId | null,
  limit: number,
): Promise<SealedErasureKey[]> {
  const { rows } = await db.query<{ id: string; key: Buffer }>({
    text: `
      SELECT account_id AS id, sealed_key AS key
        FROM erasure_keys
       WHERE $1::uuid IS NULL OR account_id > $1
       ORDER BY account_id
       LIMIT $2`,
    values: [after === null ? null : uuidOf('acc', after), limit],
  });
  return rows.map(({ id, key }) => ({ accountId: idFromUuid('acc', id), key }));
}

/** Puts a re-sealed key in place of the stored one. The key itself never changes. */
export async function replaceErasureKey(
  db: Pool,
  { accountId, key }: SealedErasureKey,
  sealed: Buffer,
): Promise<void> {
  await db.query({
    text: 'UPDATE erasure_keys SET sealed_key = $3 WHERE account_id = $1 AND sealed_key = $2',
    values: [uuidOf('acc', accountId), key, sealed],
  });
}
