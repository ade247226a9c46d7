import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addApiKey, createAccount, fundAccount } from '../../db/accounts/accounts.ts';
import { migrate } from '../../db/migrate.ts';
import { createPool } from '../../db/pool.ts';
import { hashApiKey, newApiKey } from '../../domain/crypto/api-key.ts';
import type { AccountId } from '../../domain/ids.ts';
import { demoGateways } from '../../services/catalogue/demo/gateways.ts';
import { seedNigeria, sellAllBundles } from '../../services/catalogue/demo/seed.ts';
import { startProcess } from '../stack/process.ts';
import { openDatabase } from '../stack/servers/database.ts';
import { setRolePasswords, urlAs } from '../stack/servers/roles.ts';
import { API_NODE_ARGS } from '../stack/stack-processes.ts';
import { COUNTING_STATEMENTS } from './load/costs.ts';

/** PostgreSQL and the API alone, with one account to be measured and one for the yardstick. */
export interface BenchStack {
  readonly databaseUrl: string;
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly accountId: AccountId;
  readonly yardstickAccountId: AccountId;
  /** Of its processes, by name: what costs are measured of. */
  readonly pids: Readonly<Record<'API', number>>;
  stop(): Promise<void>;
}

const FUNDING = 1_000_000_000_000_000;
const LOOPBACK = '127.0.0.1';

/**
 * Starts PostgreSQL with production durability and `settings`, and one API process. Nothing else runs.
 * @param apiEnv more settings of the API
 */
export async function startAccounting(
  settings: Readonly<Record<string, string>> = {},
  apiEnv: Readonly<Record<string, string>> = {},
): Promise<BenchStack> {
  const folder = mkdtempSync(join(tmpdir(), 'bundlewire-bench-'));
  const database = await openDatabase({
    dataDir: join(folder, 'postgres'),
    keepData: false,
    log: () => {},
    settings: { ...COUNTING_STATEMENTS, ...settings },
  });
  await migrate(database.url);
  await setRolePasswords(database.url);
  const pool = createPool(database.url, { max: 2, applicationName: 'bench' });
  await seedNigeria(pool);
  const accountId = await openAccount('bench');
  const yardstickAccountId = await openAccount('yardstick');
  const apiKey = newApiKey(true);
  await addApiKey(pool, accountId, hashApiKey(apiKey), apiKey.slice(-4));
  await pool.end();

  const gatewaysFile = join(folder, 'gateways.json');
  const secretsKey = randomBytes(32).toString('base64');
  const surroundings = {
    apiUrl: `http://${LOOPBACK}:1`,
    simulators: { dtone: `http://${LOOPBACK}:1`, reloadly: `http://${LOOPBACK}:1` },
    secretsKey,
  };
  writeFileSync(gatewaysFile, JSON.stringify(demoGateways(surroundings)), { mode: 0o600 });
  const api = await startProcess({
    name: 'API',
    script: 'api/server.ts',
    nodeArgs: API_NODE_ARGS,
    logFile: join(folder, 'api.log'),
    env: {
      DATABASE_URL: urlAs('api', database.url),
      GATEWAYS_FILE: gatewaysFile,
      HOST: LOOPBACK,
      PORT: '0',
      PROBES_PORT: '0',
      LOG_LEVEL: 'info',
      ...apiEnv,
    },
  });

  async function openAccount(name: string): Promise<AccountId> {
    const id = await createAccount(pool, {
      name,
      livemode: true,
      currency: 'NGN',
      rateLimitPerSecond: 1_000_000,
    });
    await sellAllBundles(pool, id);
    await fundAccount(pool, id, { type: 'funding', amount: FUNDING, operator: 'bench', reason: 'benchmark' });
    return id;
  }

  return {
    databaseUrl: database.url,
    apiUrl: api.ready.url ?? '',
    apiKey,
    accountId,
    yardstickAccountId,
    pids: { API: api.pid },
    async stop() {
      await api.stop();
      await database.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
