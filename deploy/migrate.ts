import { readMigrationConfig } from '../config/config.ts';
import { migrate } from '../db/migrate.ts';
import { createPool } from '../db/pool.ts';
import { seedNigeria } from '../services/catalogue/demo/seed.ts';
import { prepareNamespace } from '../worker/temporal/namespace.ts';
import { SEARCH_ATTRIBUTES } from '../workflows/names.ts';

/** A new namespace becomes visible to the whole cluster within about ten seconds. */
const NAMESPACE_TIMEOUT_MS = 60_000;

/**
 * Run it once before API and worker. Creates the schema, the demo catalogue if SEED_DEMO_CATALOGUE is yes, and Temporal's
 * namespace with its search attributes.
 */
async function main(): Promise<void> {
  const config = readMigrationConfig(process.env);
  const {
    DATABASE_URL,
    SEED_DEMO_CATALOGUE,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
  } = config;
  await migrate(DATABASE_URL);
  if (SEED_DEMO_CATALOGUE === 'yes') await seedCatalogue(DATABASE_URL);
  const server = { address, namespace };
  await prepareNamespace(server, SEARCH_ATTRIBUTES, { timeoutMs: NAMESPACE_TIMEOUT_MS, create: true });
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
  process.stderr.write(`Migration failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
