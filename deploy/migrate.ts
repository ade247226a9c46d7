import { readMigrationConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { createPool } from '../db/pool.ts';
import { prepareNamespace } from '../dev/temporal-namespace.ts';
import { seedNigeria } from '../seed/seed.ts';
import { SEARCH_ATTRIBUTES } from '../workflows/names.ts';

const NAMESPACE_TIMEOUT_MS = 60_000;

/** Runs once before API and worker: the schema, the demonstration catalogue where wished, and Temporal's attributes. */
async function main(): Promise<void> {
  const { DATABASE_URL, TEMPORAL_ADDRESS, SEED_DEMO_CATALOGUE } = readMigrationConfig(process.env);
  await migrate(DATABASE_URL);
  if (SEED_DEMO_CATALOGUE === 'yes') await seedCatalogue(DATABASE_URL);
  await prepareNamespace(TEMPORAL_ADDRESS, SEARCH_ATTRIBUTES, { timeoutMs: NAMESPACE_TIMEOUT_MS });
}

async function seedCatalogue(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'bundlewire-migrate' });
  try {
    await seedNigeria(pool);
  } finally {
    await pool.end();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`Cannot migrate: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
