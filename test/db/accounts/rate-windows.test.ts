import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leasePermits } from '../../../db/accounts/rate-windows.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { openTestDatabase, type PooledDatabase } from '../../support/database.ts';

let database: PooledDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await openTestDatabase({ max: 10 });
  pool = database.pool;
});

afterAll(() => database.close());

/** Moves the database clock to the beginning of a second, so that the test has a window for itself. */
async function setClock(second: string): Promise<void> {
  await pool.query(
    `UPDATE app_clock SET offset_ms = (extract(epoch FROM $1::timestamptz - clock_timestamp()) * 1000)::bigint`,
    [second],
  );
}

describe('leases of one account and window', () => {
  it('never add up to more than the limit, however many are taken at the same time', async () => {
    const account = newId('acc');
    const leases = await Promise.all(
      Array.from({ length: 200 }, () => leasePermits(pool, 'requests', account, { limit: 100, waiting: 3 })),
    );
    const byWindow = new Map<number, number>();
    for (const { window, granted } of leases) {
      byWindow.set(window.getTime(), (byWindow.get(window.getTime()) ?? 0) + granted);
    }
    for (const granted of byWindow.values()) expect(granted).toBeLessThanOrEqual(100);
    // A lease got nothing only if the whole limit was granted.
    const refused = leases.filter(({ granted }) => granted === 0);
    expect(refused).not.toEqual([]);
    for (const { window, left } of refused) {
      expect([left, byWindow.get(window.getTime())]).toEqual([0, 100]);
    }
    // A lease may have waited for the row until its second was over.
    for (const { endsInMs } of leases) expect(endsInMs).toBeLessThanOrEqual(1_000);
  });

  it('take nothing from other accounts and other kinds', async () => {
    const account = newId('acc');
    const greedy = { limit: 10, waiting: 10 };
    expect((await leasePermits(pool, 'requests', account, greedy)).granted).toBe(10);
    expect((await leasePermits(pool, 'number_lookups', account, greedy)).granted).toBe(10);
    expect((await leasePermits(pool, 'requests', newId('acc'), greedy)).granted).toBe(10);
  });

  it('start over with the next second, and after a clock that stepped back', async () => {
    const account = newId('acc');
    const greedy = { limit: 10, waiting: 10 };
    const take = async () => (await leasePermits(pool, 'requests', account, greedy)).granted;
    try {
      await setClock('2030-01-01T00:00:00.100Z');
      expect(await take()).toBe(10);
      await setClock('2030-01-01T00:00:01.500Z');
      expect(await take()).toBe(10);
      await setClock('2029-12-31T23:00:00.100Z');
      expect(await take()).toBe(10);
    } finally {
      await pool.query('UPDATE app_clock SET offset_ms = 0');
    }
  });
});
