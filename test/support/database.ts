import { randomBytes } from 'node:crypto';
import { Client, type ClientBase, type Pool } from 'pg';
import { inject } from 'vitest';
import { createPool, type PoolOptions } from '../../db/pool.ts';
import './provided.ts';

/** Longest wait for a connection: a machine may stall for seconds, and no test but those of this limit is about it. */
export const CONNECT_SECONDS = 60;

export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  /** Deletes it; connections that are still open are cut. */
  readonly drop: () => Promise<void>;
}

/** A freshly migrated database for the caller, cloned from the template in tens of milliseconds. */
export function createTestDatabase(connectSeconds?: number): Promise<TestDatabase> {
  return cloneDatabase(inject('templateDatabase'), connectSeconds);
}

/** A database for the caller with the content of another one, to which no one is connected. */
export async function cloneDatabase(from: string, connectSeconds?: number): Promise<TestDatabase> {
  const serverUrl = inject('databaseUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copied as files: through the log, block by block, it takes the server three times as long.
  await runOnServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`);
  return {
    name,
    url: databaseUrl(serverUrl, name, connectSeconds),
    drop: () => runOnServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** A test database with one pool on it. */
export interface PooledDatabase {
  readonly url: string;
  readonly pool: Pool;
  /** Ends the pool and deletes the database. */
  close(): Promise<void>;
}

/** Creates a test database and a pool on it, by default of two connections. */
export async function openTestDatabase(options: Partial<PoolOptions> = {}): Promise<PooledDatabase> {
  return withPool(await createTestDatabase(), options);
}

/** Opens a pool on a database, by default of two connections. */
export function withPool({ url, drop }: TestDatabase, options: Partial<PoolOptions> = {}): PooledDatabase {
  const pool = createPool(url, { max: 2, applicationName: 'test', ...options });
  return {
    url,
    pool,
    async close() {
      await pool.end();
      await drop();
    },
  };
}

/** Begins a transaction that may be idle for any time: a machine that stands still does not end it. */
export async function beginPatiently(client: ClientBase): Promise<void> {
  await client.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
}

/** The same server and user, another database, and a long wait for connections in every pool and process that uses it. */
export function databaseUrl(serverUrl: string, name: string, connectSeconds = CONNECT_SECONDS): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  url.searchParams.set('connect_timeout', String(connectSeconds));
  return url.href;
}

/** Runs one statement on a separate connection. */
export async function runOnServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
