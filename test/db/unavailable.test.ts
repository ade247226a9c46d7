import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { openTestDatabase, type PooledDatabase } from '../support/database.ts';

let database: PooledDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

it('a transaction that PostgreSQL ended because nothing came may be tried again', async () => {
  const error = await failureOf(
    inTransaction(database.pool, async (tx) => {
      await tx.query("SET LOCAL idle_in_transaction_session_timeout = '50ms'");
      const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await expect
        .poll(
          async () =>
            (await database.pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [rows[0]?.pid]))
              .rowCount,
        )
        .toBe(0);
      await tx.query('SELECT 1');
    }),
  );
  expect(isUnavailable(error)).toBe(true);
});

it('a statement whose answer does not come may be sent again', async () => {
  const error = await failureOf(
    database.pool.query(Object.assign({ text: 'SELECT pg_sleep(5)' }, { query_timeout: 50 })),
  );
  expect(error).toMatchObject({ message: 'Query read timeout' });
  expect(isUnavailable(error)).toBe(true);
});

it('a statement that is wrong stays wrong', async () => {
  const error = await failureOf(inTransaction(database.pool, (tx) => tx.query('SELECT no_such_column')));
  expect(isUnavailable(error)).toBe(false);
});
