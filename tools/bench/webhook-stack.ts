import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../db/migrate.ts';
import { demoGateways } from '../../services/catalogue/demo/gateways.ts';
import { startProcess } from '../stack/process.ts';
import { openDatabase } from '../stack/servers/database.ts';
import { setRolePasswords, urlAs } from '../stack/servers/roles.ts';
import { WORKER_NODE_ARGS } from '../stack/stack-processes.ts';
import { bundleWorkflows } from '../stack/workflow-bundles.ts';
import { COUNTING_STATEMENTS } from './load/costs.ts';

/** PostgreSQL and a worker that delivers webhooks; no Temporal, so that no retries join in. */
export interface WebhookStack {
  readonly databaseUrl: string;
  readonly secretsKey: Buffer;
  /** Of its processes, by name: what costs are measured of. */
  readonly pids: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

const NOWHERE = '127.0.0.1:1';

/** Starts PostgreSQL with its production durability and one worker process. */
export async function startDelivering(): Promise<WebhookStack> {
  const folder = mkdtempSync(join(tmpdir(), 'bundlewire-bench-'));
  const database = await openDatabase({
    dataDir: join(folder, 'postgres'),
    keepData: false,
    log: () => {},
    settings: COUNTING_STATEMENTS,
  });
  await migrate(database.url);
  await setRolePasswords(database.url);

  const secretsKey = randomBytes(32);
  const gatewaysFile = join(folder, 'gateways.json');
  const key = secretsKey.toString('base64');
  const simulators = { dtone: `http://${NOWHERE}`, reloadly: `http://${NOWHERE}` };
  const gateways = demoGateways({ apiUrl: `http://${NOWHERE}`, simulators, secretsKey: key });
  writeFileSync(gatewaysFile, JSON.stringify(gateways), { mode: 0o600 });
  const worker = await startProcess({
    name: 'worker',
    script: 'worker/main.ts',
    nodeArgs: WORKER_NODE_ARGS,
    logFile: join(folder, 'worker.log'),
    env: {
      DATABASE_URL: urlAs('worker', database.url),
      GATEWAYS_FILE: gatewaysFile,
      TEMPORAL_ADDRESS: NOWHERE,
      SECRETS_KEY: key,
      WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
      WORKFLOW_BUNDLES: await bundleWorkflows(join(folder, 'workflow-bundles'), ['plain']),
      PORT: '0',
      LOG_LEVEL: 'info',
    },
  });
  return {
    databaseUrl: database.url,
    secretsKey,
    pids: { worker: worker.pid },
    async stop() {
      await worker.stop();
      await database.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
