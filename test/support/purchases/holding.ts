import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { beginPatiently } from '../database.ts';

/** Makes every transaction of an account wait for its lock, until the returned function is called. */
export async function holdAccount(pool: Pool, accountId: AccountId): Promise<() => Promise<void>> {
  const holder = await pool.connect();
  await beginPatiently(holder);
  await holder.query({
    text: 'SELECT FROM accounts WHERE id = $1 FOR UPDATE',
    values: [uuidOf('acc', accountId)],
  });
  return async () => {
    await holder.query('COMMIT');
    holder.release();
  };
}

/** Resolves once this many connections of the database wait for a lock. */
export async function untilWaiting(pool: Pool, count = 1): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ waiting: number }>({
      text: `
        SELECT count(*) AS waiting
          FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    });
    if ((rows[0]?.waiting ?? 0) >= count) return;
    await sleep(5);
  }
}
