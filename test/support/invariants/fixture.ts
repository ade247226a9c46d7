import type { PoolOptions } from '../../../db/pool.ts';
import { openTestDatabase, type PooledDatabase } from '../database.ts';
import { type StandardHistory, writeStandardHistory } from './standard-history.ts';

/** The standard history in a test database. */
export interface HistoryFixture extends PooledDatabase {
  readonly history: StandardHistory;
}

export async function createHistoryFixture(options: Partial<PoolOptions> = {}): Promise<HistoryFixture> {
  const database = await openTestDatabase(options);
  return { ...database, history: await writeStandardHistory(database.pool) };
}
