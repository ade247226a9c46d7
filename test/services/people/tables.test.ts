import { randomBytes } from 'node:crypto';
import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuth } from '../../../services/people/auth.ts';
import { openTestDatabase, type PooledDatabase } from '../../support/database.ts';

let database: PooledDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('has every table, column and index that the library expects', async () => {
  const secret = randomBytes(32).toString('base64');
  const { options } = createAuth({ pool: database.pool, secret, publicUrl: null });
  const found = await getMigrations(options);
  expect({
    tables: found.toBeCreated.map(({ table }) => table),
    columns: found.toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)]),
    indexes: found.toBeAddedIndexes,
    unsafe: found.unsafeChanges,
    problems: found.schemaProblems,
  }).toEqual({ tables: [], columns: [], indexes: [], unsafe: [], problems: [] });
});
