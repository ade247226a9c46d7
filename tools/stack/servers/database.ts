import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { BringUpError, messageOf } from '../failure.ts';
import { type PostgresOptions, startPostgres } from './postgres.ts';

export interface Database {
  readonly url: string;
  /** Null for a server that the stack did not start. */
  readonly port: number | null;
  readonly adopted: boolean;
  readonly stop: () => Promise<void>;
  /** `stop`, then deletes what the stack created. */
  readonly destroy: () => Promise<void>;
}

/**
 * The database of a stack: on the server of DATABASE_URL if it is set, otherwise on an embedded server. With `keepData`
 * the database of DATABASE_URL is used, otherwise a new one on its server.
 */
export async function openDatabase(
  options: PostgresOptions & { readonly keepData: boolean },
): Promise<Database> {
  const given = process.env.DATABASE_URL ?? '';
  if (given !== '' && !URL.canParse(given)) {
    throw new BringUpError(
      'PostgreSQL: DATABASE_URL is not an address; write postgresql://user:password@host:port/database.',
    );
  }
  if (given === '') return startPostgres(options);

  const nothing = () => Promise.resolve();
  if (options.keepData) {
    await onServer(given, 'SELECT 1');
    return { url: given, port: null, adopted: true, stop: nothing, destroy: nothing };
  }
  const name = `bundlewire_${randomBytes(6).toString('hex')}`;
  await onServer(given, `CREATE DATABASE ${name}`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  const destroy = () => onServer(given, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  return { url: url.href, port: null, adopted: true, stop: nothing, destroy };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.query(sql);
  } catch (error) {
    throw new BringUpError(
      `PostgreSQL: DATABASE_URL is set, but that server refused \`${sql}\` (${messageOf(error)}); ` +
        'correct it, or unset DATABASE_URL to have one started.',
    );
  } finally {
    await client.end();
  }
}
