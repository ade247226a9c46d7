import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CLAIM } from '../../../db/outbox/claim-statement.ts';
import { createPool } from '../../../db/pool.ts';
import { type PlanNode, planOf, withPrepared } from '../../support/plans/prepared.ts';
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
  const client = await pool.connect();
  const plan = await withPrepared(client, CLAIM, (types) =>
    planOf(
      client,
      'generic',
      types.map(() => 'NULL'),
    ),
  );
  client.release();
  await pool.end();

  const scans = scansOfOutbox(plan);
  expect(scans.length).toBeGreaterThan(5);
  for (const { 'Index Name': index, 'Index Cond': condition = '', ...scan } of scans)
    expect(condition, scan['Node Type']).toMatch(index === 'outbox_waiting' ? /^\(\(?queue = / : /^\(id = /);
});

function scansOfOutbox(node: PlanNode): PlanNode[] {
  const isScan = node['Relation Name'] === 'outbox' && node['Node Type'].includes('Scan');
  return [...(isScan ? [node] : []), ...node.Plans.flatMap(scansOfOutbox)];
}

/** As after an outage: indexes keep the pages of rows that were delivered, and outbox_waiting has more of them than outbox_pkey. */
async function emptyAfterMany(pool: Pool): Promise<void> {
  await pool.query(`
    INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
    SELECT uuidv7(), 'webhooks', 'deliver_event', gen_random_uuid(), gen_random_uuid(), app_now()
      FROM generate_series(1, 20000)`);
  await pool.query('DELETE FROM outbox WHERE id <> (SELECT id FROM outbox ORDER BY id DESC LIMIT 1)');
  await pool.query('VACUUM (ANALYZE, INDEX_CLEANUP off) outbox');
}
