import type { Pool } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** Longest price lock: a year. */
export const PRICE_LOCK_HOURS_MAX = 8_784;

/**
 * Sets for how many hours campaigns of an account keep the prices of their check; 0 for not at all. Campaigns that are checked
 * already keep what they have.
 * @returns false when there is no such account.
 */
export async function setPriceLock(
  pool: Pool,
  accountId: AccountId,
  hours: number,
  actor: Actor,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ price_lock_hours: number }>({
      text: 'SELECT price_lock_hours FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
      values: [uuidOf('acc', accountId)],
    });
    const before = rows[0];
    if (before === undefined) return false;
    await tx.query({
      text: 'UPDATE accounts SET price_lock_hours = $2 WHERE id = $1',
      values: [uuidOf('acc', accountId), hours],
    });
    const details = { price_lock_hours: hours };
    await recordAction(tx, {
      ...actor,
      action: 'account_price_lock',
      accountId,
      subject: 'account',
      before,
      details,
    });
    return true;
  });
}
