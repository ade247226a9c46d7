import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

it('survives a connection that breaks between two statements of a transaction', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 2, applicationName: 'test' });
  const lent = await pool.connect();
  const { rows } = await lent.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  // `node-postgres` expects an 'error' listener on a connection while it is checked out.
  const cut = new Promise((resolve) => lent.once('end', resolve));
  await pool.query({ text: 'SELECT pg_terminate_backend($1)', values: [rows[0]?.pid] });
  await cut;

  await expect(lent.query('SELECT 1')).rejects.toThrow();
  lent.release(true);
  expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  await pool.end();
  await database.drop();
});

it('waits for a connection no longer than the address says, and 5 s if it says nothing', async () => {
  const database = await createTestDatabase(1);
  const pool = createPool(database.url, { max: 1, applicationName: 'test' });
  const lent = await pool.connect();
  await expect(pool.query('SELECT 1')).rejects.toThrow('timeout exceeded when trying to connect');
  lent.release();
  await pool.end();

  const plain = new URL(database.url);
  plain.searchParams.delete('connect_timeout');
  const other = createPool(plain.href, { max: 1, applicationName: 'test' });
  expect(other.options.connectionTimeoutMillis).toBe(5_000);
  await other.end();
  await database.drop();
});

describe.each([undefined, 'lanes', 'hot-path'] as const)('on a pool for %s', (use) => {
  const open = (url: string, options: object = {}) =>
    createPool(url, { max: 2, applicationName: 'test', ...(use === undefined ? {} : { use }), ...options });
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('statements and idle transactions have a time limit', async () => {
    const pool = open(database.url);
    const { rows } = await pool.query<{ name: string; ms: number }>(`
      SELECT name, setting::int AS ms
        FROM pg_settings
       WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout')`);
    expect(rows.map(({ ms }) => ms)).toEqual([15_000, 15_000]);
    await pool.end();
  });

  it('a transaction that waits too long for a lock is rolled back, and the next one runs', async () => {
    const [holder, pool] = [open(database.url), open(database.url, { statementTimeoutMs: 2_000, max: 1 })];
    const lock = { text: 'SELECT pg_advisory_xact_lock(1)' };
    await inTransaction(holder, async (tx) => {
      await tx.query(lock);
      const waiting = inTransaction(pool, (other) => other.query(lock));
      await expect(waiting).rejects.toMatchObject({ outcome: 'rolled_back', cause: { code: '57014' } });
    });
    await expect(inTransaction(pool, (tx) => tx.query(lock))).resolves.toMatchObject({ rowCount: 1 });
    await Promise.all([holder.end(), pool.end()]);
  });

  it('a transaction whose process stops in the middle releases its locks', async () => {
    const [stopped, pool] = [open(database.url, { idleTransactionMs: 100 }), open(database.url)];
    const lock = { text: 'SELECT pg_advisory_xact_lock(1)' };
    const holder = await stopped.connect();
    // In one message: between two, a busy machine could leave it idle for too long.
    await holder.query(`BEGIN; ${lock.text}`);
    await expect(inTransaction(pool, (tx) => tx.query(lock))).resolves.toMatchObject({ rowCount: 1 });
    await expect(holder.query('COMMIT')).rejects.toThrow();
    holder.release(true);
    await Promise.all([stopped.end(), pool.end()]);
  });
});
