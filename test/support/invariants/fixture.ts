import { createPool, type PoolOptions } from '../../../db/pool.ts';
import {
  cloneDatabase,
  createTestDatabase,
  openTestDatabase,
  type PooledDatabase,
  withPool,
} from '../database.ts';
import { type StandardHistory, writeStandardHistory } from './standard-history.ts';

/** The standard history in a test database. */
export interface HistoryFixture extends PooledDatabase {
  readonly history: StandardHistory;
}

export async function createHistoryFixture(options: Partial<PoolOptions> = {}): Promise<HistoryFixture> {
  const database = await openTestDatabase(options);
  return { ...database, history: await writeStandardHistory(database.pool) };
}

/** The standard history, written once for many tests. */
export interface HistoryTemplate {
  /** Opens a copy for one test. */
  open(options?: Partial<PoolOptions>): Promise<HistoryFixture>;
  drop(): Promise<void>;
}

export async function createHistoryTemplate(): Promise<HistoryTemplate> {
  const { name, url, drop } = await createTestDatabase();
  const pool = createPool(url, { max: 1, applicationName: 'test' });
  const history = await writeStandardHistory(pool);
  await pool.end();
  return {
    open: async (options) => ({ ...withPool(await cloneDatabase(name), options), history }),
    drop,
  };
}
