import { expect, it } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { createTestDatabase } from '../support/database.ts';
import { startPgBouncer } from '../support/faults/pgbouncer.ts';
import { needsProgram } from '../support/installed.ts';

it('every pool has its settings behind PgBouncer in session mode', async (context) => {
  needsProgram(context, 'pgbouncer', 'pgbouncer');
  const database = await createTestDatabase();
  const url = new URL(database.url);
  const { port, username: user, password } = url;
  const bouncer = await startPgBouncer({ port: Number(port), user, password });
  url.port = String(bouncer.port);
  try {
    for (const [use, planning] of [
      ['lanes', { enable_seqscan: 'off', enable_hashjoin: 'on' }],
      ['hot-path', { enable_seqscan: 'off', plan_cache_mode: 'force_generic_plan' }],
    ] as const) {
      const options = { max: 1, applicationName: 'test', use, lockTimeoutMs: 700, idleTransactionMs: 900 };
      const pool = createPool(url.href, options);
      const { rows } = await pool.query<{ name: string; setting: string }>(
        'SELECT name, setting FROM pg_settings',
      );
      expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), use).toMatchObject({
        statement_timeout: '15000',
        lock_timeout: '700',
        idle_in_transaction_session_timeout: '900',
        ...planning,
      });
      await pool.end();
    }
  } finally {
    await bouncer.close();
    await database.drop();
  }
});
