import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { runner } from 'node-pg-migrate';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { MIGRATIONS, migrate } from '../../../db/migrate.ts';
import { databaseUrl, runOnServer } from '../../support/database.ts';

let url: string;
let name: string;
let client: Client;

beforeEach(async () => {
  name = `test_${randomBytes(6).toString('hex')}`;
  await runOnServer(inject('databaseUrl'), `CREATE DATABASE ${name}`);
  url = databaseUrl(inject('databaseUrl'), name);
  client = new Client({ connectionString: url });
  await client.connect();
  await runUntil('0090_purchase_references.sql');
});
afterEach(async () => {
  await client.end();
  await runOnServer(inject('databaseUrl'), `DROP DATABASE ${name} WITH (FORCE)`);
});

/** Runs the migrations before this one. */
async function runUntil(file: string): Promise<void> {
  const done = await client.query(`SELECT to_regclass('schema_migrations') AS name`);
  const { rows } =
    done.rows[0].name === null ? { rows: [] } : await client.query('SELECT FROM schema_migrations');
  await runner({
    dbClient: client,
    dir: MIGRATIONS,
    migrationsTable: 'schema_migrations',
    direction: 'up',
    count: readdirSync(MIGRATIONS).toSorted().indexOf(file) - rows.length,
    log: () => {},
  });
}

const PURCHASES = 20;

/** As the previous version writes them, a purchase a day, each sent, confirmed and announced to two endpoints. */
async function buyForDays(): Promise<void> {
  await client.query(`
    INSERT INTO accounts (id, name, livemode, currency, rate_limit_per_second) VALUES (uuidv7(), 'Test', true, 'NGN', 1);
    INSERT INTO purchases
           (id, account_id, reference, fingerprint, livemode, phone_number, network_id, bundle_id, bundle_name, data_mb,
            validity_hours, product_code, price, currency, metadata, created_at, resolve_by, next_action_at)
    SELECT uuidv7(-n * interval '1 day'), a.id, 'order-' || n, '\\x00', true, '+2348031234567', 'net_mtn', 'bnd_mtn', 'MTN', 1,
           1, '1', 1, 'NGN', '{}', now() - n * interval '1 day', now(), now()
      FROM accounts a, generate_series(1, ${PURCHASES}) n;
    INSERT INTO submissions (purchase_id, attempt, sent_at) SELECT id, 1, created_at FROM purchases;
    INSERT INTO confirmations (purchase_id, received_at, stored_at, confirmed_at, source)
    SELECT id, created_at, created_at, created_at, 'submit' FROM purchases;
    INSERT INTO events (id, account_id, type, subject_id, created_at, body)
    SELECT id, account_id, 'purchase.successful', id, created_at, '{}' FROM purchases;
    INSERT INTO webhook_attempts (event_id, attempt, started_at) SELECT id, 1, created_at FROM events;
    INSERT INTO deliveries (id, event_id, endpoint_id, account_id, created_at)
    SELECT id, id, id, account_id, created_at FROM events;
    INSERT INTO delivery_attempts (delivery_id, attempt, endpoint_id, started_at)
    SELECT id, 1, endpoint_id, created_at FROM deliveries`);
}

const TABLES = [
  'purchases',
  'submissions',
  'confirmations',
  'events',
  'webhook_attempts',
  'delivery_attempts',
];

it('rows from before are the first partition, with their indexes, and nothing is copied', async () => {
  await buyForDays();
  const files = new Map<string, string | undefined>();
  for (const table of TABLES) files.set(table, await fileOf(table));
  await migrate(url);

  for (const table of TABLES) {
    const { rows } = await client.query(
      `SELECT tableoid::regclass::text AS part, count(*)::int AS rows FROM ${table} GROUP BY 1`,
    );
    expect(rows).toEqual([{ part: `${table}_before`, rows: PURCHASES }]);
    expect(await fileOf(`${table}_before`)).toBe(files.get(table));
    const former = table === 'purchases' ? ['CREATE UNIQUE INDEX USING btree (account_id, reference)'] : [];
    expect(await indexesOf(`${table}_before`), table).toEqual(
      [...former, ...(await indexesOf(`${table}_default`))].toSorted(),
    );
    expect(await indexesOf(`${table}_before`), table).toEqual(expect.arrayContaining(await indexesOf(table)));
  }
  const { rows: invalid } = await client.query(
    'SELECT indexrelid::regclass FROM pg_index WHERE NOT indisvalid',
  );
  expect(invalid).toEqual([]);
  const { rows: rules } = await client.query(
    "SELECT conname FROM pg_constraint WHERE conname LIKE '%\\_before'",
  );
  expect(rules).toEqual([]);
});

it('purchases from before hold their references, and new ones follow in the same months', async () => {
  await buyForDays();
  await migrate(url);
  const again = (reference: string) => `
    INSERT INTO purchases
           (id, account_id, reference, fingerprint, livemode, phone_number, network_id, bundle_id, bundle_name, data_mb,
            validity_hours, product_code, price, currency, metadata, created_at, resolve_by, next_action_at)
    SELECT uuidv7(), account_id, '${reference}', fingerprint, livemode, phone_number, network_id, bundle_id, bundle_name, data_mb,
           validity_hours, product_code, price, currency, metadata, now(), now(), now()
      FROM purchases
     LIMIT 1
    RETURNING tableoid::regclass::text AS part`;
  await expect(client.query(again('order-7'))).rejects.toThrow('duplicate key value');
  expect((await client.query(again('order-new'))).rows).toEqual([{ part: 'purchases_before' }]);
  const { rows } = await client.query('SELECT count(*)::int AS references FROM purchase_references');
  expect(rows).toEqual([{ references: PURCHASES + 1 }]);
});

it('tables without rows become the same partition as the others', async () => {
  await buyForDays();
  await client.query('TRUNCATE webhook_attempts, delivery_attempts, confirmations');
  await migrate(url);
  for (const table of TABLES) {
    const { rows } = await client.query({
      text: 'SELECT FROM pg_inherits WHERE inhparent = $1::regclass AND inhrelid = $2::regclass',
      values: [table, `${table}_before`],
    });
    expect(rows, table).toHaveLength(1);
  }
});

it('processes that run keep their rights between the steps', async () => {
  await client.query(`
    GRANT SELECT, INSERT, UPDATE ON purchases TO bundlewire_api;
    GRANT INSERT ON submissions TO bundlewire_worker;
    GRANT UPDATE (id) ON events TO bundlewire_api;
    GRANT SELECT ON purchases TO bundlewire_reader`);
  await runUntil('0093_making_months.sql');
  const { rows } = await client.query(`
    SELECT has_table_privilege('bundlewire_api', 'purchases', 'SELECT, INSERT, UPDATE') AS api,
           has_table_privilege('bundlewire_worker', 'submissions', 'INSERT') AS worker,
           has_any_column_privilege('bundlewire_api', 'events', 'UPDATE') AS locks,
           has_table_privilege('bundlewire_reader', 'purchases', 'SELECT') AS reader`);
  expect(rows).toEqual([{ api: true, worker: true, locks: true, reader: true }]);
});

it('gives way to a purchase that is under way, and goes through after it', async () => {
  await buyForDays();
  const other = new Client({ connectionString: url });
  await other.connect();
  await other.query('BEGIN; LOCK TABLE accounts IN ROW EXCLUSIVE MODE');
  const migrating = migrate(url);
  await expect.poll(countWaiting).toBe(1);
  // Had the migration locked purchases before accounts, this would be a deadlock.
  await other.query('SELECT id FROM purchases LIMIT 1 FOR UPDATE');
  await other.query('COMMIT');
  await other.end();
  await migrating;
});

/** Sessions that wait for all rights on accounts. */
async function countWaiting(): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    SELECT count(*)::int AS count FROM pg_locks
     WHERE relation = 'accounts'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted`);
  return rows[0]?.count ?? 0;
}

/** The file that has the rows of a table. */
async function fileOf(table: string): Promise<string | undefined> {
  const { rows } = await client.query<{ file: string }>({
    text: 'SELECT pg_relation_filepath($1::regclass) AS file',
    values: [table],
  });
  return rows[0]?.file;
}

/** What is indexed, without names. */
async function indexesOf(table: string): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>({
    text: `
      SELECT regexp_replace(pg_get_indexdef(indexrelid), ' INDEX .* USING ', ' INDEX USING ') AS definition
        FROM pg_index WHERE indrelid = $1::regclass`,
    values: [table],
  });
  return rows.map(({ definition }) => definition).toSorted();
}
