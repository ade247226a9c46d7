import { Client } from 'pg';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { addDatabaseMetrics } from '../../observability/metrics/database.ts';
import { createTestDatabase } from '../support/database.ts';

it('a deadlock between any two sessions is counted', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 4, applicationName: 'test' });
  const registry = new Registry();
  addDatabaseMetrics(registry, pool);
  await expect
    .poll(() => registry.metrics())
    .toMatch(/^# TYPE bundlewire_deadlocks_total counter\nbundlewire_deadlocks_total 0$/m);

  const [one, other] = [1, 2].map(() => new Client({ connectionString: database.url })) as [Client, Client];
  await Promise.all([one.connect(), other.connect()]);
  const lock = (key: number) => `BEGIN; SELECT pg_advisory_xact_lock(${key})`;
  await one.query(lock(1));
  await other.query(lock(2));
  const crossed = await Promise.allSettled([
    one.query('SELECT pg_advisory_xact_lock(2)'),
    other.query('SELECT pg_advisory_xact_lock(1)'),
  ]);
  expect(crossed.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: '40P01' } },
  ]);
  await Promise.all([one.end(), other.end()]);

  await expect.poll(() => registry.metrics()).toMatch(/^bundlewire_deadlocks_total 1$/m);
  await pool.end();
  await database.drop();
});
