import type { PoolClient } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';

/**
 * Whether a day's totals stay exact: what operators move on an account in one UTC day, in either direction, adds up to at most
 * 2^53 - 1 minor units. Money could otherwise go in and out until the statement of that day has no exact integer for it.
 */
export async function isExactDay(tx: PoolClient, accountId: AccountId, amount: MinorUnits): Promise<boolean> {
  const { rows } = await tx.query<{ moved: string }>({
    name: 'moved-by-hand-today',
    text: `
      SELECT coalesce(sum(abs((after ->> 'amount')::bigint)), 0)::text AS moved
        FROM audit_log
       WHERE account_id = $1 AND at >= date_trunc('day', (SELECT app_now()), 'UTC')
         AND action IN ('funding', 'adjustment')`,
    values: [uuidOf('acc', accountId)],
  });
  return BigInt(rows[0]?.moved ?? 0) + BigInt(Math.abs(amount)) <= BigInt(Number.MAX_SAFE_INTEGER);
}
