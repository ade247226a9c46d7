import { relative } from 'node:path';
import { migrate, ReplacedSchemaError } from '../../../db/migrate.ts';
import { createPool } from '../../../db/pool.ts';
import { type NetworkSettings, seedNigeria } from '../../../services/catalogue/demo/seed.ts';
import { BringUpError, messageOf } from '../failure.ts';
import { setRolePasswords } from './roles.ts';

/**
 * Migrates a stack's database, lets its roles sign in, and seeds the demo catalogue.
 * @param stateDir where the stack keeps its data, unless DATABASE_URL names a database.
 * @throws BringUpError with what to do if it is another program's database, its user may not change it, or an earlier
 * development version created it.
 */
export async function fillDatabase(
  databaseUrl: string,
  settings: NetworkSettings,
  stateDir: string,
): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'bundlewire-dev' });
  try {
    await migrate(databaseUrl);
    await setRolePasswords(databaseUrl);
    await seedNigeria(pool, settings);
  } catch (error) {
    throw new BringUpError(
      error instanceof ReplacedSchemaError
        ? describeReplaced(error, stateDir)
        : `PostgreSQL: the database could not be brought up to date (${messageOf(error)}); ` +
            'is it one of Bundlewire or an empty one, and may its user create tables and roles?',
    );
  } finally {
    await pool.end();
  }
}

function describeReplaced(error: ReplacedSchemaError, stateDir: string): string {
  if ((process.env.DATABASE_URL ?? '') !== '') return `PostgreSQL: DATABASE_URL is set, but ${error.message}`;
  const folder = relative(process.cwd(), stateDir) || stateDir;
  return (
    `PostgreSQL: the data in ${folder} was made by an earlier development version and cannot be brought up to date; ` +
    `delete it with \`rm -r ${folder}\`, then start again.`
  );
}
