import { existsSync, readFileSync } from 'node:fs';
import { Connection, Client as TemporalClient } from '@temporalio/client';
import type { Pool } from 'pg';
import { createAdapters, parseGateways } from '../adapters/registry.ts';
import { type Client, createClient } from '../clients/typescript/src/index.ts';
import { readCliConfig, readSecretsKeys } from '../config/config.ts';
import { createNotifier } from '../db/outbox/notifier.ts';
import { createPool, type PoolOptions } from '../db/pool.ts';
import type { SecretsKeys } from '../domain/crypto/sealed-secret.ts';
import { createAlerts } from '../services/purchases/alerts.ts';
import type { Ledger } from '../services/purchases/ports.ts';
import type { ReconcilePorts } from '../services/purchases/reconcile.ts';
import { createPurchaseServices } from '../services/purchases/services.ts';
import { createSettleLane } from '../services/purchases/settle-lane.ts';
import { CliError, EXIT, wrongUsage } from './failure.ts';
import { readStack, readStackSecretsKeys } from './stack.ts';
import { findTarget, type Target } from './target.ts';
import type { Terminal } from './terminal.ts';

/** What commands work with. Each part is opened when it is first used. */
export interface CliParts {
  /** @throws CliError when there is no database to operate on. */
  target(): Target;
  pool(): Pool;
  /** For imports: one COPY statement may take an hour. */
  importPool(): Pool;
  /** Settles purchases, over its own connections. */
  ledger(): Ledger;
  /** The gateways, and what settles their reports. @throws CliError without a gateways file. */
  gateways(): ReconcilePorts;
  /** @throws CliError when Temporal is not configured or does not answer. */
  temporal(): Promise<TemporalClient>;
  /** The keys that secrets are sealed with. @throws ConfigError with what to set. */
  secretsKeys(): SecretsKeys;
  /** The API, for an account's own commands; needs no database. @throws CliError without address or key. */
  api(): ApiAccess;
  /** The API with a test-mode key. @throws CliError without address or key, or with a live key. */
  testApi(): TestApiAccess;
  /** Waits for work in progress, then closes what was opened, the last part first. */
  close(): Promise<void>;
}

/** The API through two clients: one for uploads and downloads, which may take long, and one for other calls. */
export interface ApiAccess {
  readonly api: Client;
  readonly files: Client;
}

export interface TestApiAccess {
  readonly baseUrl: string;
  /** Does not retry. */
  readonly client: Client;
}

const IMPORT_STATEMENT_TIMEOUT_MS = 60 * 60_000;
const FILE_TIMEOUT_MS = 30 * 60_000;
const TEMPORAL_CONNECT_MS = 3_000;

type OnClose = (close: () => Promise<unknown>) => void;

/** Puts the process together: the only place where its pools, ledger, adapters and services meet. */
export function createParts(terminal: Terminal): CliParts {
  const { environment } = terminal;
  const closing: (() => Promise<unknown>)[] = [];
  const onClose: OnClose = (close) => void closing.push(close);
  const open = (applicationName: string, options: Omit<PoolOptions, 'applicationName'>) => {
    const pool = createPool(target().databaseUrl, { ...options, applicationName });
    onClose(() => pool.end());
    return pool;
  };

  const target = once(() => findTarget(environment));
  const pool = once(() => open('bundlewire-cli', { max: 3 }));
  const ledger = once(() => {
    const lane = createSettleLane({
      pool: open('bundlewire-cli-lanes', { max: 2, use: 'lanes' }),
      onOutbox: createNotifier(pool()),
    });
    onClose(() => lane.idle());
    return lane;
  });
  return {
    target,
    pool,
    importPool: once(() =>
      open('bundlewire-cli', { max: 2, statementTimeoutMs: IMPORT_STATEMENT_TIMEOUT_MS }),
    ),
    ledger,
    gateways: once(() => connectGateways(terminal, target(), { pool: pool(), ledger: ledger() }, onClose)),
    temporal: once(() => connectTemporal(target(), onClose)),
    secretsKeys: once(() => findSecretsKeys(environment, target)),
    api: once(() => accessApi(environment)),
    testApi: once(() => accessTestApi(environment)),
    async close() {
      for (const close of closing.reverse()) await close();
    },
  };
}

function connectGateways(
  terminal: Terminal,
  { gatewaysFile }: Target,
  { pool, ledger }: { readonly pool: Pool; readonly ledger: Ledger },
  onClose: OnClose,
): ReconcilePorts {
  if (gatewaysFile === null || !existsSync(gatewaysFile)) {
    throw wrongUsage(
      "There is no gateways file. Set GATEWAYS_FILE to the file with the gateways' credentials.",
    );
  }
  const { adapterFor, closeAll } = createAdapters(parseGateways(readFileSync(gatewaysFile, 'utf8')));
  const alerts = createAlerts({
    pool,
    onAlert: ({ kind, detail }) => terminal.err(`Gateway alert ${kind}: ${detail}\n`),
    onFault: () => terminal.err('An alert could not be recorded.\n'),
  });
  onClose(closeAll);
  onClose(() => alerts.idle());
  return { pool, adapterFor, ...createPurchaseServices({ pool, ledger, adapterFor, alerts }) };
}

async function connectTemporal(
  { temporalAddress: address, temporalNamespace: namespace }: Target,
  onClose: OnClose,
): Promise<TemporalClient> {
  if (address === null)
    throw new CliError('No Temporal server is configured. Set TEMPORAL_ADDRESS.', EXIT.cannot);
  try {
    const connection = await Connection.connect({ address, connectTimeout: TEMPORAL_CONNECT_MS });
    onClose(() => connection.close());
    return new TemporalClient({ connection, namespace });
  } catch {
    throw new CliError(
      `Temporal does not answer at ${address}. Check that it runs, and the address in TEMPORAL_ADDRESS.`,
      EXIT.cannot,
    );
  }
}

/** SECRETS_KEY and SECRETS_KEYS_FORMER as the worker reads them, or the key of the stack running in this folder. */
function findSecretsKeys(environment: NodeJS.ProcessEnv, target: () => Target): SecretsKeys {
  const given = (environment.SECRETS_KEY ?? '') !== '' || (environment.SECRETS_KEY_FILE ?? '') !== '';
  const ofStack = given || target().demoAccountId === null ? null : readStackSecretsKeys();
  return ofStack ?? readSecretsKeys(environment);
}

function accessApi(environment: NodeJS.ProcessEnv): ApiAccess {
  const access = findAccess(environment, 'api_key');
  if (access === null) {
    throw wrongUsage(
      'No API is configured. Set BASE_URL and BUNDLEWIRE_API_KEY (a key of the account), or run this in the folder where npm start runs.',
    );
  }
  return { api: createClient(access), files: createClient({ ...access, timeoutMs: FILE_TIMEOUT_MS }) };
}

function accessTestApi(environment: NodeJS.ProcessEnv): TestApiAccess {
  const access = findAccess(environment, 'test_api_key');
  if (access === null) {
    throw wrongUsage(
      'No API is configured. Set BASE_URL and BUNDLEWIRE_API_KEY (a key of a test-mode account), or run this in the folder where npm start runs.',
    );
  }
  if (!access.apiKey.startsWith('bw_test_')) {
    throw wrongUsage(
      'BUNDLEWIRE_API_KEY belongs to a live account, and only test-mode events can be forwarded. Set a key that starts with bw_test_.',
    );
  }
  return { baseUrl: access.baseUrl, client: createClient({ ...access, retries: { attempts: 1 } }) };
}

/** BASE_URL and BUNDLEWIRE_API_KEY; what is not set comes from the stack running in this folder. */
function findAccess(environment: NodeJS.ProcessEnv, key: 'api_key' | 'test_api_key') {
  const { BASE_URL, BUNDLEWIRE_API_KEY } = readCliConfig(environment);
  const stack = BASE_URL === undefined || BUNDLEWIRE_API_KEY === undefined ? readStack() : null;
  const baseUrl = BASE_URL ?? stack?.base_url;
  const apiKey = BUNDLEWIRE_API_KEY ?? stack?.[key];
  return baseUrl === undefined || apiKey === undefined ? null : { baseUrl, apiKey, allowHttp: true };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
