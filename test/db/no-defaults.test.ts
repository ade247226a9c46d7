import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../support/database.ts';

it('a new database has no people, accounts and keys', async () => {
  const database = await openTestDatabase();
  try {
    for (const table of ['auth_people', 'auth_credentials', 'organisations', 'accounts', 'api_keys'])
      expect([table, (await database.pool.query(`SELECT FROM ${table}`)).rowCount]).toEqual([table, 0]);
  } finally {
    await database.close();
  }
});

it('the Compose file reads every password from a file, and contains none', () => {
  const file = readFileSync(join(import.meta.dirname, '..', '..', 'docker-compose.yml'), 'utf8');
  const settings = [
    ...file.matchAll(/[\s{]([A-Z_]*(?:PASSWORD|SECRET|TOKEN|API_KEY)[A-Z_]*)[:=] *([^,}\n]*)/g),
  ];
  expect(settings.length).toBeGreaterThan(2);
  // Without a value, it comes from the environment.
  const values = settings.map(([, , value = '']) => value.trim()).filter((value) => value !== '');
  expect(values.length).toBeGreaterThan(2);
  expect(values.filter((value) => !value.startsWith('/run/secrets/'))).toEqual([]);
});
