import type { Pool, PoolClient } from 'pg';
import { type AccountId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';
import { lockAccount } from '../accounts/lock.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** What is known of a blocklist: its numbers are stored as hashes only. */
export interface BlocklistSummary {
  readonly count: number;
  readonly firstAddedAt: Date | null;
  readonly lastAddedAt: Date | null;
}

export async function readBlocklist(db: Reader, accountId: AccountId): Promise<BlocklistSummary> {
  const { rows } = await db.query<BlocklistSummary>({
    name: 'read-blocklist',
    text: `
      SELECT count(*) AS count, min(added_at) AS "firstAddedAt", max(added_at) AS "lastAddedAt"
        FROM blocked_numbers
       WHERE account_id = $1`,
    values: [uuidOf('acc', accountId)],
  });
  return rows[0] ?? { count: 0, firstAddedAt: null, lastAddedAt: null };
}

/** The sealed key of an account's blocklist; null if no number was ever blocked. */
export async function readBlocklistKey(db: Pool | PoolClient, accountId: AccountId): Promise<Buffer | null> {
  const { rows } = await db.query<{ key: Buffer | null }>({
    name: 'read-blocklist-key',
    text: 'SELECT blocklist_key AS key FROM account_rules WHERE account_id = $1',
    values: [uuidOf('acc', accountId)],
  });
  return rows[0]?.key ?? null;
}

/** The sealed key of an account's blocklist, which becomes `sealed` if it has none. */
export async function ensureBlocklistKey(db: Pool, accountId: AccountId, sealed: Buffer): Promise<Buffer> {
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const { rows } = await tx.query<{ key: Buffer }>({
      text: `
        INSERT INTO account_rules AS r (account_id, blocklist_key) VALUES ($1, $2)
        ON CONFLICT (account_id) DO UPDATE SET blocklist_key = coalesce(r.blocklist_key, excluded.blocklist_key)
        RETURNING blocklist_key AS key`,
      values: [uuidOf('acc', accountId), sealed],
    });
    if (rows[0] === undefined) throw new TypeError(`no rules of ${accountId}`);
    return rows[0].key;
  });
}

/**
 * Blocks or unblocks numbers by their hashes, with an audit entry that has the counts only. Under the account's lock, so that
 * a purchase that is decided after this returns sees it. Returns how many hashes it changed.
 */
export async function changeBlocklist(
  pool: Pool,
  accountId: AccountId,
  change: 'block' | 'unblock',
  hashes: readonly Buffer[],
  actor: Actor,
): Promise<number> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const { rowCount } = await tx.query({
      name: `blocklist-${change}`,
      text: CHANGES[change],
      values: [uuidOf('acc', accountId), hashes],
    });
    const changed = rowCount ?? 0;
    const details = { numbers: changed };
    await recordAction(tx, {
      ...actor,
      action: `blocklist_${change}`,
      accountId,
      subject: 'blocklist',
      details,
    });
    return changed;
  });
}

const CHANGES = {
  block: `
    INSERT INTO blocked_numbers (account_id, number_hash, added_at)
    SELECT DISTINCT $1::uuid, number_hash, (SELECT app_now()) FROM unnest($2::bytea[]) AS h (number_hash)
    ON CONFLICT (account_id, number_hash) DO NOTHING`,
  unblock: 'DELETE FROM blocked_numbers WHERE account_id = $1 AND number_hash = ANY ($2::bytea[])',
} as const;

/** When a hash was blocked; null if it is not. */
export async function findBlocked(db: Pool, accountId: AccountId, hash: Buffer): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date }>({
    name: 'find-blocked-number',
    text: 'SELECT added_at AS at FROM blocked_numbers WHERE account_id = $1 AND number_hash = $2',
    values: [uuidOf('acc', accountId), hash],
  });
  return rows[0]?.at ?? null;
}

/** The sealed key of a blocklist. */
export interface SealedBlocklistKey {
  readonly accountId: AccountId;
  readonly key: Buffer;
}

/** The sealed keys of up to `limit` blocklists behind one account, in order of account. */
export async function readBlocklistKeys(
  db: Pool,
  after: AccountId | null,
  limit: number,
): Promise<SealedBlocklistKey[]> {
  const { rows } = await db.query<{ id: string; key: Buffer }>({
    text: `
      SELECT account_id AS id, blocklist_key AS key
        FROM account_rules
       WHERE blocklist_key IS NOT NULL AND ($1::uuid IS NULL OR account_id > $1)
       ORDER BY account_id
       LIMIT $2`,
    values: [after === null ? null : uuidOf('acc', after), limit],
  });
  return rows.map(({ id, key }) => ({ accountId: idFromUuid('acc', id), key }));
}

/** Puts a re-sealed key in place of the stored one. The key itself never changes, so the hashes stay valid. */
export async function replaceBlocklistKey(
  db: Pool,
  { accountId, key }: SealedBlocklistKey,
  sealed: Buffer,
): Promise<void> {
  await db.query({
    text: 'UPDATE account_rules SET blocklist_key = $3 WHERE account_id = $1 AND blocklist_key = $2',
    values: [uuidOf('acc', accountId), key, sealed],
  });
}
