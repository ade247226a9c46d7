import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { inject } from 'vitest';
import { createPool } from '../../../db/pool.ts';
import type { SimulatorName } from '../../../services/catalogue/demo/gateways.ts';
import { DEFAULT_SETTINGS, type NetworkSettings } from '../../../services/catalogue/demo/seed.ts';
import { openDemoAccounts } from '../../../tools/demo/accounts.ts';
import { type Receiver, startReceiver } from '../../../tools/stack/receiver.ts';
import { SUPERUSER } from '../../../tools/stack/servers/postgres-cluster.ts';
import { type Stack, startStack } from '../../../tools/stack/stack.ts';
import { stackPaths } from '../../../tools/stack/state.ts';
import '../provided.ts';
import { postgresServer } from '../../../tools/chaos/run/postgres-server.ts';
import { startProxy, type TcpProxy } from '../../../tools/chaos/run/proxy.ts';
import { temporalServer } from '../../../tools/chaos/run/servers.ts';
import { temporaryStateDir } from '../state-dir.ts';
import './table-setup.ts';
import { addRow, type FaultRow } from './table.ts';

/** These tests kill servers, so they run only on their own. */
export const OWN_SERVERS =
  process.env.DATABASE_URL === undefined && process.env.TEMPORAL_ADDRESS === undefined;

/** A whole system on throw-away state, with a proxy before every part and one client whose webhooks are received. */
export interface FaultStack {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly stack: Stack;
  /** Through the proxies, so that they outlive a server's change of port. */
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly simulators: Readonly<Record<SimulatorName, string>>;
  readonly pool: Pool;
  readonly receiver: Receiver;
  readonly proxies: Readonly<Record<'postgres' | 'temporal' | 'gateway' | 'reloadly' | 'receiver', TcpProxy>>;
  readonly temporal: ReturnType<typeof temporalServer>;
  readonly postgres: ReturnType<typeof postgresServer>;
  stop(): Promise<void>;
}

export interface FaultStackOptions {
  readonly network?: Partial<NetworkSettings>;
  readonly env?: Readonly<Record<string, string>>;
  readonly seed?: (databaseUrl: string) => Promise<void>;
  /** More settings for PostgreSQL. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
  /** Called with the state folder before anything starts. */
  readonly prepare?: (stateDir: string) => void;
  /** Starts a pooler before PostgreSQL and returns its port, to which API and workers then connect. */
  readonly pooler?: (postgres: PooledServer) => Promise<number>;
}

/** A PostgreSQL server, as a pooler before it needs to know it. */
export interface PooledServer {
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

const FUNDING = 100_000_000_000;
const NETWORK: NetworkSettings = {
  ...DEFAULT_SETTINGS,
  resolveWithinMs: 120_000,
  gatewayTimeoutMs: 4_000,
  inquiryDelaysMs: [2_000, 5_000, 9_000, 14_000],
};
/** An order that is not found this long after it was sent was never received; the simulator hides none. */
const HOLD_MS = 4_000;

/** Starts the system with small time limits; the caller stops it. */
export async function startFaultStack(options: FaultStackOptions = {}): Promise<FaultStack> {
  const stateDir = temporaryStateDir();
  options.prepare?.(stateDir);
  const network = { ...NETWORK, ...options.network };
  const proxies = {
    postgres: await startProxy(0),
    temporal: await startProxy(0),
    gateway: await startProxy(0),
    reloadly: await startProxy(0),
    receiver: await startProxy(0),
  };
  const stack = await startStack({
    stateDir,
    keepData: false,
    log: () => undefined,
    networkSettings: network,
    gatewayOverrides: { timeout_ms: network.gatewayTimeoutMs, hold_ms: HOLD_MS },
    via: async (part, port) => {
      proxies[part].target(port);
      if (part !== 'postgres' || options.pooler === undefined) return proxies[part].port;
      const password = readFileSync(join(stackPaths(stateDir).postgres, 'password'), 'utf8');
      return options.pooler({ port: proxies.postgres.port, user: SUPERUSER, password });
    },
    // A busy machine would reject purchases for another reason than that of the test.
    env: { MAX_EVENT_LOOP_DELAY_MS: '0', ...options.env },
    workflowBundles: inject('workflowBundles'),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.postgresSettings === undefined ? {} : { postgresSettings: options.postgresSettings }),
  });
  const client = await openClient(stack, proxies.receiver);
  const databaseUrl = onPort(stack.databaseUrl, proxies.postgres.port);
  const pool = createPool(databaseUrl, { max: 4, applicationName: 'fault-test' });
  return {
    ...client,
    apiUrl: stack.apiUrl,
    stack,
    databaseUrl,
    temporalAddress: `127.0.0.1:${proxies.temporal.port}`,
    simulators: {
      dtone: `http://127.0.0.1:${proxies.gateway.port}`,
      reloadly: `http://127.0.0.1:${proxies.reloadly.port}`,
    },
    pool,
    proxies,
    temporal: temporalServer(stateDir, proxies.temporal),
    postgres: postgresServer(stateDir, proxies.postgres),
    stop: async () => {
      await Promise.all(
        [proxies.postgres, proxies.temporal, proxies.gateway, proxies.reloadly].map((proxy) =>
          proxy.restore(),
        ),
      );
      await stack.stop();
      await Promise.all([pool.end(), client.receiver.close()]);
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
    },
  };
}

async function openClient(stack: Stack, proxy: TcpProxy): Promise<{ apiKey: string; receiver: Receiver }> {
  let secret = '';
  const receiver = await startReceiver({ port: 0, secret: () => secret });
  proxy.target(Number(new URL(receiver.url).port));
  const { databaseUrl, secretsKey } = stack;
  const webhookUrl = onPort(receiver.url, proxy.port);
  const accounts = await openDemoAccounts({
    databaseUrl,
    secretsKey,
    webhookUrl,
    funding: FUNDING,
    kept: null,
  });
  secret = accounts.webhookSigningSecret;
  return { apiKey: accounts.apiKey, receiver };
}

/** Adds a row to the table at the end of the run. */
export function report(row: FaultRow): void {
  addRow(inject('faultTable'), row);
}

function onPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}
