import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PG_MIGRATE_LOCK_ID, runner } from 'node-pg-migrate';
import { Client } from 'pg';
import { hasLostLock } from './errors.ts';
import { applyGrants, createRoles } from './roles/apply.ts';

/** Where the migrations are. */
export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const TABLE = 'schema_migrations';

/**
 * Longest wait of a migration for a lock. While it waits for a reader, everything that needs the table waits behind it, purchases too.
 * It then lets them pass and tries again.
 */
const LOCK_WITHIN_MS = 1_000;
const PAUSE_MS = 1_000;
/** As long as the longest report that may hold a lock on a table. */
const TRIES = 300;

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
    // Without a limit: another process may build an index.
    await client.query('SELECT pg_advisory_lock($1)', [PG_MIGRATE_LOCK_ID]);
    if (await hasReplacedSchema(client)) throw new ReplacedSchemaError();
    await createRoles(client);
    await runAll(client);
    await applyGrants(client);
  } finally {
    await client.end();
  }
}

/** Runs the files that have not run yet, as often as one cannot get its locks. */
async function runAll(client: Client): Promise<void> {
  await client.query(`SET lock_timeout = ${LOCK_WITHIN_MS}`);
  for (let tries = 1; ; tries++) {
    try {
      await runner({
        dbClient: client,
        dir: MIGRATIONS,
        migrationsTable: TABLE,
        direction: 'up',
        noLock: true,
        // Numbers are given out before a change lands, so a lower one may land after a higher one has run.
        checkOrder: false,
        log: () => {},
      });
      break;
    } catch (error) {
      // The library leaves the transaction of the failed file open.
      await client.query('ROLLBACK');
      if (!hasLostLock(error) || tries === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
  await client.query('RESET lock_timeout');
}

async function hasReplacedSchema(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('${TABLE}') IS NOT NULL AS exists`,
  );
  if (rows[0]?.exists !== true) return false;
  const { rowCount } = await client.query(`SELECT FROM ${TABLE} WHERE name = $1`, [REPLACED]);
  return rowCount !== 0;
}
