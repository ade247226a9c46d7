import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Brings the schema up to date: plain SQL, forward only, each file in its own transaction. Processes that start together
 * wait for one another.
 * @throws when a migration fails; the schema is then as the last good file left it.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  await runner({
    databaseUrl,
    dir: MIGRATIONS,
    migrationsTable: 'schema_migrations',
    direction: 'up',
    advisoryLockMode: 'wait',
    log: () => {},
  });
}
