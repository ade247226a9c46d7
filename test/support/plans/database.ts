import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { createTestDatabase } from '../database.ts';
import type { Statements } from './texts.ts';

const PROGRAM = join(import.meta.dirname, 'texts.ts');

/** A separate database, and all statements of our programs to plan there. */
export interface PlansDatabase {
  readonly client: Client;
  readonly statements: Statements;
  close(): Promise<void>;
}

/** @param fill fills the migrated tables; by default they stay empty */
export async function openPlansDatabase(
  fill: (client: Client) => Promise<void> = async () => {},
): Promise<PlansDatabase> {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await fill(client);
  // db/networks/porting-import.ts creates it in its transaction.
  await client.query(
    'CREATE TEMPORARY TABLE porting_staging (line integer, phone_number text, network_id text)',
  );
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], { maxBuffer: 64 * 1024 * 1024 });
  return {
    client,
    statements: JSON.parse(stdout),
    async close() {
      await client.end();
      await database.drop();
    },
  };
}
