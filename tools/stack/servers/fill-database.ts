import { migrate } from '../../../db/migrate.ts';
import { createPool } from '../../../db/pool.ts';
import { type NetworkSettings, seedNigeria } from '../../../services/catalogue/demo/seed.ts';
import { BringUpError, messageOf } from '../failure.ts';

/**
 * Brings a stack's database up to date and seeds the demonstration catalogue.
 * @throws BringUpError with what to do when it is not a database of ours, or its user may not change it.
 */
export async function fillDatabase(databaseUrl: string, settings: NetworkSettings): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'bundlewire-dev' });
  try {
    await migrate(databaseUrl);
    await seedNigeria(pool, settings);
  } catch (error) {
    throw new BringUpError(
      `PostgreSQL: the database could not be brought up to date (${messageOf(error)}); ` +
        'is it one of Bundlewire or an empty one, and may its user create tables?',
    );
  } finally {
    await pool.end();
  }
}
