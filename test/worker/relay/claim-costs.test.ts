import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CLAIM } from '../../../db/outbox/claim-statement.ts';
import { createLedgerFixture, type LedgerFixture } from '../../support/purchases/fixture.ts';

let fixture: LedgerFixture;

beforeEach(async () => {
  fixture = await createLedgerFixture();
});
afterEach(() => fixture.close());

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Node[];
}

interface Explained {
  /** Pages of PostgreSQL's that were read or found in memory. */
  readonly pages: number;
  readonly scans: readonly string[];
}

const LIMIT = 16;

/** Runs a claim, releases its rows, and returns its cost. */
async function explainClaim(queue: string): Promise<Explained> {
  const client = await fixture.pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{
      'QUERY PLAN': [{ Plan: Node & { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }];
    }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${CLAIM}`, [
      queue,
      LIMIT,
      30_000,
      randomUUID(),
      [],
      [],
      LIMIT,
      LIMIT,
    ]);
    await client.query('ROLLBACK');
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (plan === undefined) throw new Error('no plan');
    return { pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], scans: scansOf(plan) };
  } finally {
    client.release();
  }
}

function scansOf(node: Node): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}

/** So many accounts, each with so many rows waiting. */
async function fill(queue: string, accounts: number, rowsEach: number): Promise<void> {
  await fixture.pool.query(
    `INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
     SELECT uuidv7(), $1, 'deliver_event', uuidv7(), a.id, app_now()
       FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $2::int)) a, generate_series(1, $3::int)`,
    [queue, accounts, rowsEach],
  );
  await fixture.pool.query('VACUUM ANALYZE outbox');
}

it('a claim reads as much for 10,000 waiting accounts as for 1,000', async () => {
  await fill('few', 1_000, 2);
  const few = await explainClaim('few');
  await fill('many', 10_000, 2);
  const many = await explainClaim('many');
  expect(many.pages).toBeLessThan(few.pages * 2);
  expect(many.scans).not.toContain('outbox');
});

it('a claim does not read rows that others hold, nor those of endpoints that fail', async () => {
  await fill('webhooks', 1_000, 2);
  const alone = await explainClaim('webhooks');
  await fill('webhooks.held', 5_000, 2);
  await fixture.pool.query(`
    INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at, claimed_until)
    SELECT uuidv7(), 'webhooks', 'deliver_event', uuidv7(), gen_random_uuid(), app_now(), app_now() + interval '1 hour'
      FROM generate_series(1, 10000)`);
  await fixture.pool.query('VACUUM ANALYZE outbox');
  expect((await explainClaim('webhooks')).pages).toBeLessThan(alone.pages * 2);
});

it('a claim reads as much for one account with 20,000 waiting rows as for one with 2,000', async () => {
  await fill('few', 1, 2_000);
  const few = await explainClaim('few');
  await fill('crowd', 1, 20_000);
  const crowd = await explainClaim('crowd');
  expect(crowd.pages).toBeLessThan(few.pages * 2);
  expect(crowd.scans).not.toContain('outbox');
});
