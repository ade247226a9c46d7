import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { runner } from 'node-pg-migrate';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { MIGRATIONS, migrate, ReplacedSchemaError } from '../../db/migrate.ts';
import { DEFAULT_SETTINGS } from '../../services/catalogue/demo/seed.ts';
import { BringUpError } from '../../tools/stack/failure.ts';
import { fillDatabase } from '../../tools/stack/servers/fill-database.ts';
import { databaseUrl, runOnServer } from '../support/database.ts';

let url: string;
let name: string;
let client: Client;

beforeEach(async () => {
  name = `test_${randomBytes(6).toString('hex')}`;
  await runOnServer(inject('databaseUrl'), `CREATE DATABASE ${name}`);
  url = databaseUrl(inject('databaseUrl'), name);
  client = new Client({ connectionString: url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await runOnServer(inject('databaseUrl'), `DROP DATABASE ${name} WITH (FORCE)`);
});

it('runs every file once, in numeric order, though several processes migrate at the same time', async () => {
  await Promise.all([migrate(url), migrate(url)]);
  await migrate(url);
  const files = readdirSync(MIGRATIONS).map((file) => file.replace(/\.sql$/, ''));
  expect(await migrated()).toEqual(files.toSorted());
});

it('runs a file that landed after one with a higher number had run', async () => {
  await migrate(url);
  // This file may run twice.
  await client.query(`DELETE FROM schema_migrations WHERE name = '0051_top_up_approvals'`);
  await migrate(url);
  expect(await migrated()).toContain('0051_top_up_approvals');
});

it('rejects a database with replaced migrations, says what to do, and changes nothing', async () => {
  await client.query(`
    CREATE TABLE schema_migrations (id serial PRIMARY KEY, name varchar(255) NOT NULL, run_on timestamp NOT NULL);
    INSERT INTO schema_migrations (name, run_on) VALUES ('0001_clock', now()), ('0002_accounts', now())`);

  await expect(migrate(url)).rejects.toThrow(ReplacedSchemaError);
  const refusal = await fillDatabase(url, DEFAULT_SETTINGS, '.bundlewire').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(BringUpError);
  expect(String(refusal)).toMatch(
    /(DATABASE_URL is set|data in \.bundlewire).*earlier development version.*(empty database|rm -r \.bundlewire)/,
  );

  expect(await migrated()).toEqual(['0001_clock', '0002_accounts']);
  const { rows } = await client.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
  expect(rows).toEqual([{ tablename: 'schema_migrations' }]);
});

it('lets purchases pass while a migration waits for a report that reads the table', async () => {
  const files = readdirSync(MIGRATIONS).toSorted();
  await runner({
    dbClient: client,
    dir: MIGRATIONS,
    migrationsTable: 'schema_migrations',
    direction: 'up',
    count: files.indexOf('0070_top_up.sql'),
    log: () => {},
  });
  expect(await migrated()).not.toContain('0070_top_up');
  const report = new Client({ connectionString: url });
  await report.connect();
  await report.query('BEGIN; LOCK TABLE accounts IN ACCESS SHARE MODE');
  const migrating = migrate(url);
  await expect.poll(countWaiting).toBe(1);

  await client.query('SELECT id FROM accounts FOR SHARE');
  expect(await migrated()).not.toContain('0070_top_up');
  await report.query('ROLLBACK');
  await report.end();
  await migrating;
  expect(await migrated()).toContain('0070_top_up');
});

/** Sessions that wait for an exclusive lock on accounts. */
async function countWaiting(): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    SELECT count(*)::int AS count FROM pg_locks
     WHERE relation = 'accounts'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted`);
  return rows[0]?.count ?? 0;
}

async function migrated(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY id');
  return rows.map((row) => row.name);
}
