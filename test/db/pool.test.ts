import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { createTestDatabase } from '../support/database.ts';

it('outlives a connection that is cut between two statements of a transaction', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 2, applicationName: 'test' });
  const lent = await pool.connect();
  const { rows } = await lent.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await pool.query({ text: 'SELECT pg_terminate_backend($1)', values: [rows[0]?.pid] });
  await sleep(200);

  await expect(lent.query('SELECT 1')).rejects.toThrow();
  lent.release(true);
  expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  await pool.end();
  await database.drop();
});
