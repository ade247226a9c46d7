import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CLAIM } from '../../../db/outbox/claim-statement.ts';
import { createPool } from '../../../db/pool.ts';
import { createLedgerFixture, type LedgerFixture } from '../../support/purchases/fixture.ts';

let fixture: LedgerFixture;
beforeEach(async () => {
  fixture = await createLedgerFixture();
});
afterEach(() => fixture.close());

it('a claim whose plan was made while the outbox was empty reads only rows that wait, account by account', async () => {
  await emptyAfterMany(fixture.pool);

  // As the worker claims.
  const pool = createPool(fixture.url, { max: 1, applicationName: 'claims', use: 'hot-path' });
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${CLAIM}`);
  await pool.end();

  const plan = rows.map((row) => row['QUERY PLAN'].trim());
  const scans = plan.flatMap((line, at) => (/ on outbox\b/.test(line) && /Scan/.test(line) ? [at] : []));
  expect(scans.length).toBeGreaterThan(5);
  for (const at of scans) {
    const [scan = '', condition = ''] = plan.slice(at);
    expect(condition, scan).toMatch(
      scan.includes('outbox_waiting') ? /^Index Cond: \(\(?queue = / : /^Index Cond: \(id = /,
    );
  }
});

/** As after an outage: indexes keep the pages of rows that were delivered, and outbox_waiting has more of them than outbox_pkey. */
async function emptyAfterMany(pool: Pool): Promise<void> {
  await pool.query(`
    INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
    SELECT uuidv7(), 'webhooks', 'deliver_event', gen_random_uuid(), gen_random_uuid(), app_now()
      FROM generate_series(1, 20000)`);
  await pool.query('DELETE FROM outbox WHERE id <> (SELECT id FROM outbox ORDER BY id DESC LIMIT 1)');
  await pool.query('VACUUM (ANALYZE, INDEX_CLEANUP off) outbox');
}
