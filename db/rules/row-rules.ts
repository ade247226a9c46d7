import type { Pool, PoolClient } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';

/** What the account's transaction reads of its rules, in one row. */
export interface StoredRules {
  /** Of the bundles asked for, those that the account's list does not allow. */
  readonly refusedBundles: readonly string[];
  /** Sealed; null if no number is blocked. */
  readonly blocklistKey: Buffer | null;
}

/** The rules of an account that concern these bundles; null if it has none. */
export async function readRules(
  db: Pool | PoolClient,
  accountId: AccountId,
  bundleIds: readonly string[],
): Promise<StoredRules | null> {
  const { rows } = await db.query<StoredRules>({
    name: 'read-account-rules',
    text: `
      SELECT ARRAY(SELECT wanted FROM unnest($2::text[]) AS w (wanted) WHERE wanted <> ALL (r.allowed_bundles)) AS "refusedBundles",
             r.blocklist_key AS "blocklistKey"
        FROM account_rules r
       WHERE r.account_id = $1`,
    values: [uuidOf('acc', accountId), bundleIds],
  });
  return rows[0] ?? null;
}

/** Which of these hashes are blocked, in hex. */
export async function findBlockedHashes(
  db: Pool | PoolClient,
  accountId: AccountId,
  hashes: readonly Buffer[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ hash: string }>({
    name: 'find-blocked-hashes',
    text: `
      SELECT encode(b.number_hash, 'hex') AS hash
        FROM unnest($2::bytea[]) AS wanted (number_hash)
       CROSS JOIN LATERAL (
             SELECT number_hash
               FROM blocked_numbers
              WHERE account_id = $1 AND number_hash = wanted.number_hash
              LIMIT 1) b`,
    values: [uuidOf('acc', accountId), hashes],
  });
  return new Set(rows.map(({ hash }) => hash));
}
