import type { Pool, PoolClient } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { Balance } from '../../domain/money/account.ts';
import { type MinorUnits, minorUnits } from '../../domain/money/money.ts';
import type { RequestActor } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { postManualEntry, readBalance } from './accounts.ts';
import { lockAccount } from './lock.ts';

/** How often an account may set its balance in one UTC day: each change writes a statement line and a record. */
export const BALANCE_CHANGES_MAX = 1_000;

export type BalanceSet =
  | { readonly kind: 'set'; readonly balance: Balance }
  /** The account has real money. Nothing was changed. */
  | { readonly kind: 'live_mode' }
  /** Nothing was changed. */
  | { readonly kind: 'too_often'; readonly retryAfterSeconds: number };

/**
 * Sets the available balance of an account in test mode, and books the difference as an adjustment. Held money stays held. If
 * the balance is already so, nothing is booked: a repeated call changes nothing.
 * @param available minor units, not negative.
 */
export async function setSandboxBalance(
  pool: Pool,
  accountId: AccountId,
  available: MinorUnits,
  actor: RequestActor,
): Promise<BalanceSet> {
  const refusal = await inTransaction(pool, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account.livemode) return { kind: 'live_mode' } as const;
    const amount = minorUnits(available - account.available);
    if (amount === 0) return null;
    const { changes, seconds } = await countChanges(tx, accountId);
    if (changes >= BALANCE_CHANGES_MAX) return { kind: 'too_often', retryAfterSeconds: seconds } as const;
    await postManualEntry(tx, accountId, { ...actor, type: 'adjustment', amount });
    return null;
  });
  return refusal ?? { kind: 'set', balance: await readBalance(pool, accountId) };
}

/** How often the client's keys and people changed it today, and the seconds until the next UTC day. */
async function countChanges(
  tx: PoolClient,
  accountId: AccountId,
): Promise<{ changes: number; seconds: number }> {
  const { rows } = await tx.query<{ changes: number; seconds: number }>({
    name: 'count-sandbox-balances',
    text: `
      SELECT count(*)::int AS changes,
             ceil(extract(epoch FROM date_trunc('day', (SELECT app_now()), 'UTC') + interval '1 day' - (SELECT app_now())))::int
               AS seconds
        FROM audit_log
       WHERE account_id = $1 AND at >= date_trunc('day', (SELECT app_now()), 'UTC')
         AND action = 'adjustment' AND principal_kind IN ('key', 'person')`,
    values: [uuidOf('acc', accountId)],
  });
  return rows[0] ?? { changes: 0, seconds: 1 };
}
