import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount } from '../../../db/accounts/accounts.ts';
import { knownQuery } from '../../../db/purchases/accept.ts';
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

function addPurchases(from: number, to: number) {
  return pool.query({
    text: `
      INSERT INTO purchases
             (id, account_id, reference, fingerprint, livemode, phone_number, network_id, bundle_id, bundle_name, data_mb,
              validity_hours, product_code, price, currency, metadata, created_at, resolve_by, next_action_at)
      SELECT uuidv7(), $1, 'order-' || n, '\\x00', true, '+234803' || lpad(n::text, 7, '0'), 'net_mtn', 'bnd_mtn', 'MTN', 1,
             1, '1', 1, 'NGN', '{}', app_now(), app_now(), app_now()
        FROM generate_series($2::int, $3::int) n`,
    values: [uuidOf('acc', account), from, to],
  });
}

/** The indexes that the lane uses to look up references, and the purchases that have them, whichever month those are of. */
async function indexesUsed(): Promise<string[]> {
  const { text, values } = knownQuery(account, ['order-1', 'order-2', 'none'], ['+2348030000001']);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const used = [...plan.matchAll(/using (\w+) on purchase/g)].map(([, name = '']) => name);
  const names = await readIndexNames(pool);
  return [...new Set(used.map((name) => names.get(name) ?? name))];
}

it('known references are looked up by their own index, whatever the size and statistics of the table', async () => {
  let count = 0;
  for (const target of [100, 1_000, 5_000, 20_000]) {
    await addPurchases(count + 1, target);
    count = target;
    expect([target, await indexesUsed()]).toEqual([target, ['purchase_references_pkey']]);
  }
  await pool.query('ANALYZE purchases, purchase_references');
  expect(await indexesUsed()).toEqual(['purchase_references_pkey']);
});
