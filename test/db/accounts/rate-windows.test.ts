import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leasePermits } from '../../../db/accounts/rate-windows.ts';
import { createPool } from '../../../db/pool.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 10, applicationName: 'test' });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A window that the test has for itself: the clock stands at the beginning of a second, far ahead of all others. */
async function setClock(second: string): Promise<void> {
  await pool.query(
    `UPDATE app_clock SET offset_ms = (extract(epoch FROM $1::timestamptz - clock_timestamp()) * 1000)::bigint`,
    [second],
  );
}

describe('leases of one account and window', () => {
  it('together are never more than the limit, however many ask at once', async () => {
    const account = newId('acc');
    const leases = await Promise.all(
      Array.from({ length: 200 }, () => leasePermits(pool, 'requests', account, { limit: 100, waiting: 3 })),
    );
    const byWindow = new Map<number, number>();
    for (const { window, granted } of leases) {
      byWindow.set(window.getTime(), (byWindow.get(window.getTime()) ?? 0) + granted);
    }
    for (const granted of byWindow.values()) expect(granted).toBeLessThanOrEqual(100);
    // Where a lease got less than it asked for, nothing is left, and all was granted.
    const refused = leases.filter(({ granted }) => granted === 0);
    expect(refused).not.toEqual([]);
    for (const { window, left } of refused) {
      expect([left, byWindow.get(window.getTime())]).toEqual([0, 100]);
    }
    // The second of a lease that waited for the row may be over.
    for (const { endsInMs } of leases) expect(endsInMs).toBeLessThanOrEqual(1_000);
  });

  it('take nothing of other accounts and other kinds', async () => {
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
