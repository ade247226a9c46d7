import type { Pool } from 'pg';
import type { KeyTerms } from '../../domain/access/key-power.ts';
import { type AccountId, idFromUuid, type KeyId, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import type { Reader } from '../account-reads.ts';
import { KEY_SPENT_TODAY } from '../rules/key-caps.ts';

/** A key as operators and clients see it. */
export interface ListedKey extends KeyTerms {
  readonly id: KeyId;
  readonly accountId: AccountId;
  readonly lastFour: string;
  readonly status: 'active' | 'expired' | 'revoked';
  readonly createdAt: Date;
  /** To the minute; null if it was not used. */
  readonly lastUsedAt: Date | null;
  /** Until then the key before the last rotation works too; null if only one works. */
  readonly formerUntil: Date | null;
  readonly revokedAt: Date | null;
  /** In this UTC day; null if it has no cap, because then nothing is counted. */
  readonly spentToday: MinorUnits | null;
}

type KeyRow = Omit<ListedKey, 'id' | 'accountId' | 'caps'> & {
  readonly id: string;
  readonly accountId: string;
  readonly purchaseCap: MinorUnits | null;
  readonly dayCap: MinorUnits | null;
};

const FROM = 'FROM api_keys k LEFT JOIN key_caps c ON c.key_id = k.id';
/** Its columns as KeyRow. */
const COLUMNS = `k.id, k.account_id AS "accountId", k.name, k.scopes, k.last_four AS "lastFour", k.created_at AS "createdAt",
  k.expires_at AS "expiresAt", k.last_used_at AS "lastUsedAt", k.revoked_at AS "revokedAt",
  c.purchase_cap AS "purchaseCap", c.day_cap AS "dayCap", CASE WHEN c.key_id IS NOT NULL THEN ${KEY_SPENT_TODAY} END AS "spentToday",
  CASE WHEN k.former_until > (SELECT app_now()) THEN k.former_until END AS "formerUntil",
  CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked'
       WHEN k.expires_at <= (SELECT app_now()) THEN 'expired'
       ELSE 'active' END AS status`;

/** All keys of an account, oldest first. */
export async function listKeys(db: Pool, accountId: AccountId): Promise<ListedKey[]> {
  return (await listKeysBefore(db, accountId, null, null)).toReversed();
}

/** Keys of an account, newest first, older than the given one. `limit` is null for all. */
export async function listKeysBefore(
  db: Reader,
  accountId: AccountId,
  before: KeyId | null,
  limit: number | null,
): Promise<ListedKey[]> {
  const { rows } = await db.query<KeyRow>({
    name: 'list-api-keys',
    text: `
      SELECT ${COLUMNS}
        ${FROM}
       WHERE k.account_id = $1 AND ($2::uuid IS NULL OR k.id < $2)
       ORDER BY k.id DESC
       LIMIT $3`,
    values: [uuidOf('acc', accountId), before === null ? null : uuidOf('key', before), limit],
  });
  return rows.map(readKey);
}

/** One key of any account, for operators; null when there is none of this id. */
export async function findKey(db: Pool, id: KeyId): Promise<ListedKey | null> {
  const { rows } = await db.query<KeyRow>({
    text: `SELECT ${COLUMNS} ${FROM} WHERE k.id = $1`,
    values: [uuidOf('key', id)],
  });
  return rows[0] === undefined ? null : readKey(rows[0]);
}

/** One key of an account; null if the account has none of this id. */
export async function findOwnKey(db: Reader, accountId: AccountId, id: KeyId): Promise<ListedKey | null> {
  const { rows } = await db.query<KeyRow>({
    name: 'find-own-api-key',
    text: `SELECT ${COLUMNS} ${FROM} WHERE k.account_id = $1 AND k.id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('key', id)],
  });
  return rows[0] === undefined ? null : readKey(rows[0]);
}

function readKey({ id, accountId, purchaseCap, dayCap, ...row }: KeyRow): ListedKey {
  return {
    ...row,
    id: idFromUuid('key', id),
    accountId: idFromUuid('acc', accountId),
    caps: { purchase: purchaseCap, day: dayCap },
  };
}

/**
 * Records when keys were last used, to the minute. Keys that are being changed, or whose use was recorded less than a minute before,
 * are left out.
 * @param uses how long ago each key was used, in milliseconds.
 */
export async function recordKeyUse(db: Pool, uses: ReadonlyMap<KeyId, number>): Promise<void> {
  await db.query({
    name: 'record-key-use',
    text: `
      WITH used AS (
        SELECT k.id, (SELECT app_now()) - u.ago_ms * interval '1 millisecond' AS at
          FROM unnest($1::uuid[], $2::float8[]) AS u (id, ago_ms)
          JOIN api_keys k ON k.id = u.id
         WHERE k.last_used_at IS NULL
            OR k.last_used_at < (SELECT app_now()) - u.ago_ms * interval '1 millisecond' - interval '1 minute'
         ORDER BY k.id
           FOR NO KEY UPDATE OF k SKIP LOCKED
      )
      UPDATE api_keys k SET last_used_at = used.at FROM used WHERE k.id = used.id`,
    values: [[...uses.keys()].map((id) => uuidOf('key', id)), [...uses.values()]],
  });
}
