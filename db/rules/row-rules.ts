import type { Pool, PoolClient } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import { SPENT_NOW } from './spent-now.ts';

/** What the account's transaction reads of its rules, in one row. */
export interface StoredRules {
  /** Of the bundles asked for, those that the account's list does not allow. */
  readonly refusedBundles: readonly string[];
  /** Sealed; null if no number is blocked. */
  readonly blocklistKey: Buffer | null;
  /** Limits of a campaign, a UTC day and a UTC month; null for none. */
  readonly campaignLimit: MinorUnits | null;
  readonly dayLimit: MinorUnits | null;
  readonly monthLimit: MinorUnits | null;
  /** Counted only if a day or a month is limited. */
  readonly daySpent: MinorUnits;
  readonly monthSpent: MinorUnits;
  readonly dayEndsAt: Date;
  readonly monthEndsAt: Date;
  /** Whether one of its keys may have a cap. */
  readonly hasKeyCaps: boolean;
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
             r.has_key_caps AS "hasKeyCaps", r.blocklist_key AS "blocklistKey", r.campaign_limit AS "campaignLimit", r.day_limit AS "dayLimit",
             r.month_limit AS "monthLimit", s.day_spent AS "daySpent", s.month_spent AS "monthSpent",
             (s.today + 1)::timestamp AT TIME ZONE 'UTC' AS "dayEndsAt",
             (date_trunc('month', s.today::timestamp) + interval '1 month') AT TIME ZONE 'UTC' AS "monthEndsAt"
        FROM account_rules r
       CROSS JOIN LATERAL (${SPENT_NOW}) s
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
