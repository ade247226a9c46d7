import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount } from '../../../db/accounts/accounts.ts';
import { readRecentPurchases, recentQuery, type Wanted } from '../../../db/purchases/recent.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { stopAutovacuum } from '../../support/autovacuum.ts';
import { openTestDatabase, type PooledDatabase } from '../../support/database.ts';
import { readIndexNames } from '../../support/months.ts';

let database: PooledDatabase;
let pool: Pool;
let account: AccountId;

beforeAll(async () => {
  database = await openTestDatabase({ max: 1, use: 'lanes' });
  pool = database.pool;
  await stopAutovacuum(pool, 'purchases');
  const terms = { name: 'Test', livemode: true, currency: 'NGN', rateLimitPerSecond: 1 };
  account = await createAccount(pool, terms);
});

afterAll(() => database.close());

/** Purchases of one account, each for its own number; every second one has failed. */
function addPurchases(from: number, to: number) {
  return pool.query({
    text: `
      INSERT INTO purchases
             (id, account_id, reference, fingerprint, livemode, phone_number, network_id, bundle_id, bundle_name, data_mb,
              validity_hours, product_code, price, currency, metadata, created_at, resolve_by, next_action_at,
              status, failure_code, completed_at)
      SELECT uuidv7(), $1, 'order-' || n, '\\x00', true, '+234803' || lpad(n::text, 7, '0'), 'net_mtn', 'bnd_mtn', 'MTN', 1,
             1, '1', 1, 'NGN', '{}', clock.at, clock.at, clock.at,
             CASE n % 2 WHEN 0 THEN 'failed' ELSE 'pending' END,
             CASE n % 2 WHEN 0 THEN 'number_barred' END,
             CASE n % 2 WHEN 0 THEN clock.at END
        FROM generate_series($2::int, $3::int) n
       CROSS JOIN LATERAL (SELECT app_now() - n * interval '1 second' AS at) clock`,
    values: [uuidOf('acc', account), from, to],
  });
}

const wanted: readonly Wanted[] = [1, 2, 3, 5_000_000].map((n) => ({
  phoneNumber: `+234803${String(n).padStart(7, '0')}`,
  bundleId: 'bnd_mtn',
}));

async function indexesUsed(): Promise<string[]> {
  const { text, values } = recentQuery(account, wanted, 72);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const names = await readIndexNames(pool);
  return [...plan.matchAll(/(?:using|on) (purchases\w*)/g)].map(([, name = '']) => names.get(name) ?? name);
}

it('repeats are looked up by their own index, whatever the size and statistics of the table', async () => {
  let count = 0;
  for (const target of [100, 1_000, 5_000, 20_000]) {
    await addPurchases(count + 1, target);
    count = target;
    expect([target, (await indexesUsed())[0]]).toEqual([target, 'purchases_repeated']);
  }
  await pool.query('ANALYZE purchases');
  expect((await indexesUsed())[0]).toBe('purchases_repeated');

  const { latest, now } = await readRecentPurchases(pool, account, wanted, 72);
  expect([...latest.values()].map(({ reference }) => reference)).toEqual(['order-1', 'order-3']);
  const [first] = latest.values();
  expect(now.getTime() - (first?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(1_000);
});

it('one number that is bought again and again is looked up in its latest purchase only', async () => {
  await pool.query({
    text: `UPDATE purchases SET phone_number = '+2348030000001' WHERE status = 'pending' AND account_id = $1`,
    values: [uuidOf('acc', account)],
  });
  await pool.query('ANALYZE purchases');
  const { text, values } = recentQuery(account, wanted.slice(0, 1), 72);
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON, BUFFERS) ${text}`, values);
  const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
  expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(50);
});

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}
