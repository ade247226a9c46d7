import { existsSync, readFileSync } from 'node:fs';
import { Connection, Client as TemporalClient } from '@temporalio/client';
import type { Pool } from 'pg';
import { type ConfiguredRoutes, createAdapters, parseGateways } from '../adapters/registry.ts';
import { readSecretsKeys } from '../config/config.ts';
import { createNotifier } from '../db/outbox/notifier.ts';
import { createPool, type PoolOptions } from '../db/pool.ts';
import type { SecretsKeys } from '../domain/crypto/sealed-secret.ts';
import { createAlerts } from '../services/purchases/alerts.ts';
import type { Ledger } from '../services/purchases/ports.ts';
import type { ReconcilePorts } from '../services/purchases/reconcile.ts';
import { createPurchaseServices } from '../services/purchases/services.ts';
import { createSettleLane } from '../services/purchases/settle-lane.ts';
import { CliError, EXIT, wrongUsage } from './failure.ts';
import { once } from './once.ts';
import { readStackSecretsKeys } from './stack.ts';
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
  gateways(): ReconcilePorts & { readonly routes: ConfiguredRoutes };
  /** @throws CliError when Temporal is not configured or does not answer. */
  temporal(): Promise<TemporalClient>;
  /** The keys that secrets are sealed with. @throws ConfigError with what to set. */
  secretsKeys(): SecretsKeys;
  /** Waits for work in progress, then closes what was opened, the last part first. */
  close(): Promise<void>;
}

const IMPORT_STATEMENT_TIMEOUT_MS = 60 * 60_000;
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
): ReturnType<CliParts['gateways']> {
  if (gatewaysFile === null || !existsSync(gatewaysFile)) {
    throw wrongUsage(
      "There is no gateways file. Set GATEWAYS_FILE to the file with the gateways' credentials.",
    );
  }
  const { adapterFor, routes, closeAll } = createAdapters(parseGateways(readFileSync(gatewaysFile, 'utf8')));
  const alerts = createAlerts({
    pool,
    onAlert: ({ route, kind, detail }) => terminal.err(`Gateway alert ${kind} (${route}): ${detail}\n`),
    onFault: () => terminal.err('An alert could not be recorded.\n'),
  });
  onClose(closeAll);
  onClose(() => alerts.idle());
  return {
    pool,
    adapterFor,
    routes,
    ...createPurchaseServices({ pool, ledger, adapterFor, alerts, routes }),
  };
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
