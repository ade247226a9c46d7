import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { Client } from 'pg';
import { applyGrants, createRoles } from './roles/apply.ts';

/** Where the migrations are. */
export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const TABLE = 'schema_migrations';

/** The first of the 36 migrations that were replaced before there was any installation. */
const REPLACED = '0001_clock';

/** The database was made by migrations that no longer exist. Nothing was changed in it. */
export class ReplacedSchemaError extends Error {
  override readonly name = 'ReplacedSchemaError';

  constructor() {
    super(
      'this database was made by an earlier development version, whose migrations have been replaced since; ' +
        'it cannot be brought up to date. Use an empty database.',
    );
  }
}

/**
 * Brings the schema up to date: plain SQL, forward only, each file in its own transaction. Then gives the database roles
 * their rights. Processes that start together wait for one another.
 * @throws ReplacedSchemaError for a database of an earlier development version.
 * @throws MissingRoleError if a database role is missing and cannot be created.
 * @throws when a migration fails; the schema is then as the last good file left it.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if (await hasReplacedSchema(client)) throw new ReplacedSchemaError();
    await createRoles(client);
    await runner({
      dbClient: client,
      dir: MIGRATIONS,
      migrationsTable: TABLE,
      direction: 'up',
      advisoryLockMode: 'wait',
      log: () => {},
    });
    await applyGrants(client);
  } finally {
    await client.end();
  }
}

async function hasReplacedSchema(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('${TABLE}') IS NOT NULL AS exists`,
  );
  if (rows[0]?.exists !== true) return false;
  const { rowCount } = await client.query(`SELECT FROM ${TABLE} WHERE name = $1`, [REPLACED]);
  return rowCount !== 0;
}
