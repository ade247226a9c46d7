import type { Pool } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { lockAccount } from './lock.ts';

/** From where an account's keys may be used; none means anywhere. */
export async function readAllowedRanges(db: Reader, accountId: AccountId): Promise<string[]> {
  const { rows } = await db.query<{ range: string }>({
    text: `SELECT r.range::text FROM account_allowed_ranges r WHERE r.account_id = $1 ORDER BY r.range`,
    values: [uuidOf('acc', accountId)],
  });
  return rows.map(({ range }) => range);
}

/**
 * Replaces the ranges from which an account's keys may be used, with its audit entry; none means anywhere. The ranges come
 * in the form that `readRange` gives them.
 * @throws TransactionError when there is no such account.
 */
export async function replaceAllowedRanges(
  pool: Pool,
  accountId: AccountId,
  ranges: readonly string[],
  actor: Actor,
): Promise<void> {
  const account = uuidOf('acc', accountId);
  await inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const { rows } = await tx.query<{ range: string }>({
      text: 'DELETE FROM account_allowed_ranges WHERE account_id = $1 RETURNING range::text',
      values: [account],
    });
    await tx.query({
      text: `
        INSERT INTO account_allowed_ranges (account_id, range)
        SELECT DISTINCT $1::uuid, range FROM unnest($2::cidr[]) AS r (range)`,
      values: [account, ranges],
    });
    await recordAction(tx, {
      ...actor,
      action: 'allowlist_set',
      accountId,
      subject: 'allowlist',
      before: { ranges: rows.map(({ range }) => range).sort() },
      details: { ranges },
    });
  });
}
