import type { Pool, PoolClient } from 'pg';
import { newId } from '../../domain/crypto/new-id.ts';
import { type AccountId, idFromUuid, type KeyId, uuidOf } from '../../domain/ids.ts';
import { inTransaction } from '../transaction.ts';
import { type Actor, recordAction } from './operator-actions.ts';

/** What is stored of a new key: never the key. */
export interface NewKey {
  readonly hash: Buffer;
  readonly lastFour: string;
}

/** Stores a key by its hash, with the record of who issued it. */
export async function issueKey(pool: Pool, accountId: AccountId, key: NewKey, actor: Actor): Promise<KeyId> {
  return inTransaction(pool, async (tx) => {
    const id = await insertKey(tx, accountId, key);
    await recordAction(tx, { ...actor, action: 'key_issue', accountId, subject: id });
    return id;
  });
}

async function insertKey(tx: PoolClient, accountId: AccountId, { hash, lastFour }: NewKey): Promise<KeyId> {
  const id = newId('key');
  await tx.query({
    text: `INSERT INTO api_keys (id, account_id, key_hash, last_four) VALUES ($1, $2, $3, $4)`,
    values: [uuidOf('key', id), uuidOf('acc', accountId), hash, lastFour],
  });
  return id;
}

/** A key as operators see it. */
export interface ListedKey {
  readonly id: KeyId;
  readonly accountId: AccountId;
  readonly lastFour: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

interface KeyRow {
  readonly id: string;
  readonly account_id: string;
  readonly last_four: string;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

/** The keys of an account, oldest first. */
export async function listKeys(db: Pool, accountId: AccountId): Promise<ListedKey[]> {
  const { rows } = await db.query<KeyRow>({
    text: `
      SELECT id, account_id, last_four, created_at, revoked_at FROM api_keys WHERE account_id = $1 ORDER BY id`,
    values: [uuidOf('acc', accountId)],
  });
  return rows.map(readKey);
}

/** One key; null when there is none of this id. */
export async function findKey(db: Pool, id: KeyId): Promise<ListedKey | null> {
  const { rows } = await db.query<KeyRow>({
    text: `SELECT id, account_id, last_four, created_at, revoked_at FROM api_keys WHERE id = $1`,
    values: [uuidOf('key', id)],
  });
  return rows[0] === undefined ? null : readKey(rows[0]);
}

/** Revokes a key permanently; false when there is none, or it was revoked before. */
export async function revokeKey(pool: Pool, id: KeyId, actor: Actor): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ account_id: string }>({
      text: `
        UPDATE api_keys SET revoked_at = (SELECT app_now()) WHERE id = $1 AND revoked_at IS NULL
        RETURNING account_id`,
      values: [uuidOf('key', id)],
    });
    if (rows[0] === undefined) return false;
    const accountId = idFromUuid('acc', rows[0].account_id);
    await recordAction(tx, { ...actor, action: 'key_revoke', accountId, subject: id });
    return true;
  });
}

function readKey(row: KeyRow): ListedKey {
  return {
    id: idFromUuid('key', row.id),
    accountId: idFromUuid('acc', row.account_id),
    lastFour: row.last_four,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  };
}
