import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPool } from '../../../db/pool.ts';
import { type ManagedProcess, startProcess } from '../../../tools/stack/process.ts';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import { API_NODE_ARGS } from '../../../tools/stack/stack-processes.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { temporaryStateDir } from '../state-dir.ts';
import { addClient, addReferenceData, type Client, type ClientTerms } from './fixture.ts';

/** Several real API processes over one database. */
export interface ApiProcesses {
  readonly database: TestDatabase;
  readonly pool: ReturnType<typeof createPool>;
  readonly client: Client;
  readonly urls: readonly string[];
  /** Where /metrics, /livez and /readyz are, by process. */
  readonly probeUrls: readonly string[];
  readonly pids: readonly number[];
  /** Ends one of them by SIGTERM; resolves when it has ended. */
  stop(index: number): Promise<void>;
  /** Ends one of them by SIGKILL; resolves when it has ended. */
  kill(index: number): Promise<void>;
  close(): Promise<void>;
}

export async function startApiProcesses(
  count: number,
  terms: ClientTerms,
  env: Readonly<Record<string, string>> = {},
): Promise<ApiProcesses> {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 4, applicationName: 'test' });
  await addReferenceData(pool);
  const client = await addClient(pool, terms);

  const folder = temporaryStateDir();
  const gatewaysFile = join(folder, 'gateways.json');
  mkdirSync(join(folder, 'logs'), { recursive: true });
  writeFileSync(gatewaysFile, JSON.stringify({ networks: {} }), { mode: 0o600 });
  const start = (index: number): Promise<ManagedProcess> =>
    startProcess({
      name: 'API',
      script: 'api/server.ts',
      nodeArgs: API_NODE_ARGS,
      logFile: join(folder, 'logs', `api-${index}.log`),
      env: {
        DATABASE_URL: urlAs('api', database.url),
        GATEWAYS_FILE: gatewaysFile,
        HOST: '127.0.0.1',
        PORT: '0',
        PROBES_PORT: '0',
        // On a busy machine, a process may be slow at first. Then it would reject requests for another reason than a test expects.
        MAX_EVENT_LOOP_DELAY_MS: '0',
        ...env,
      },
    });
  const processes = await Promise.all(Array.from({ length: count }, (_, index) => start(index)));
  return {
    database,
    pool,
    client,
    urls: processes.map(({ ready }) => ready.url ?? ''),
    pids: processes.map(({ pid }) => pid),
    probeUrls: processes.map(({ ready }) => new URL(ready.metrics_url ?? '').origin),
    async stop(index) {
      await processes[index]?.stop();
    },
    async kill(index) {
      processes[index]?.kill('SIGKILL');
      await processes[index]?.exited;
    },
    async close() {
      await Promise.all(processes.map((each) => each.stop()));
      await pool.end();
      await database.drop();
    },
  };
}

/** Status of GET /v1/balance at one of the processes. */
export async function balanceStatus(url: string, key: string): Promise<number> {
  const { status, body } = await fetch(`${url}/v1/balance`, { headers: { authorization: `Bearer ${key}` } });
  await body?.cancel();
  return status;
}
