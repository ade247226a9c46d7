import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../support/database.ts';

it('gives every test a separate migrated database, and drops it afterwards', async () => {
  const [one, other] = [await createTestDatabase(), await createTestDatabase()];
  expect(await migrationsIn(one.url)).toBeGreaterThan(0);
  expect(await migrationsIn(other.url)).toBe(await migrationsIn(one.url));

  await one.drop();
  await expect(migrationsIn(one.url)).rejects.toThrow('does not exist');
  expect(await migrationsIn(other.url)).toBeGreaterThan(0);
  await other.drop();
});

async function migrationsIn(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM schema_migrations',
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
