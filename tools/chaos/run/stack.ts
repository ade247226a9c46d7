import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { parseGateways } from '../../../adapters/registry.ts';
import { createPool } from '../../../db/pool.ts';
import type { AccountId } from '../../../domain/ids.ts';
import { DEFAULT_SETTINGS } from '../../../services/catalogue/demo/seed.ts';
import type { Book } from '../../../services/invariants/book.ts';
import { readSimulatorBooks } from '../../../services/invariants/simulator-books.ts';
import { type DemoAccounts, openDemoAccounts } from '../../demo/accounts.ts';
import { type Receiver, type ReceiverTrouble, startReceiver } from '../../stack/receiver.ts';
import { type Stack, startStack } from '../../stack/stack.ts';
import { LINKS, type Link } from '../plan/faults.ts';
import { type PostgresServer, postgresServer } from './postgres-server.ts';
import { createPrograms, type Programs } from './programs.ts';
import { startProxy, type TcpProxy } from './proxy.ts';
import { recordChanges } from './record-changes.ts';
import { temporalServer } from './servers.ts';

/** An account of a client. */
export interface ChaosAccount {
  readonly id: AccountId;
  readonly apiKey: string;
}

/** The whole system of a run, with a proxy before every part, and clients whose webhooks are received. */
export interface ChaosStack {
  readonly stack: Stack;
  /** Of its data, its logs and the history of the run. */
  readonly stateDir: string;
  readonly programs: Programs;
  readonly proxies: Readonly<Record<Link, TcpProxy>>;
  readonly temporal: ReturnType<typeof temporalServer>;
  readonly postgres: PostgresServer;
  readonly receiver: Receiver;
  /** Makes the receiver fail, or accept again. */
  readonly setTrouble: (trouble: ReceiverTrouble | null) => void;
  /** Through the proxy, so that it outlives PostgreSQL's change of port. */
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly pool: Pool;
  /** For the lane of the operator, whose statements are sent together. */
  readonly lanePool: Pool;
  /** In the order of the plan. */
  readonly accounts: readonly ChaosAccount[];
  readonly readBooks: () => Promise<readonly Book[]>;
  stop(): Promise<void>;
}

export interface ChaosStackOptions {
  readonly stateDir: string;
  /** What each account can spend at first, in kobo. */
  readonly funding: readonly number[];
  readonly say: (line: string) => void;
  readonly workflowBundles?: string;
}

/** How long a gateway may take to answer. */
export const GATEWAY_TIMEOUT_MS = 3_000;
/** The simulators hold no order back, so an order that they do not know after this was never received. */
export const HOLD_MS = 4_000;
/** How long a purchase may take: short, so that runs end soon. */
export const RESOLVE_WITHIN_MS = 60_000;
const NETWORK_SETTINGS = {
  ...DEFAULT_SETTINGS,
  resolveWithinMs: RESOLVE_WITHIN_MS,
  gatewayTimeoutMs: GATEWAY_TIMEOUT_MS,
  inquiryDelaysMs: [2_000, 5_000, 9_000, 14_000],
  inFlightMax: 200,
};
/** Production waits for a minute before it starts the workflow of a silent purchase again. */
const SILENT_MS = '4000';
/** Two API processes open up to 68 connections, two workers up to 140. A standby needs what was written since its copy began. */
const POSTGRES_SETTINGS = { max_connections: '320', wal_keep_size: '512MB' };

/** Starts two API and two worker processes over one PostgreSQL, one Temporal server and two simulators. */
export async function startChaosStack(options: ChaosStackOptions): Promise<ChaosStack> {
  const { stateDir, funding, say, workflowBundles } = options;
  const proxies = Object.fromEntries(
    await Promise.all(LINKS.map(async (link) => [link, await startProxy(0)] as const)),
  ) as Record<Link, TcpProxy>;
  const postgres = postgresServer(stateDir, proxies.postgres, POSTGRES_SETTINGS);
  const stack = await startStack({
    stateDir,
    keepData: false,
    log: (line) => say(`  ${line}`),
    networkSettings: NETWORK_SETTINGS,
    gatewayOverrides: { timeout_ms: GATEWAY_TIMEOUT_MS, hold_ms: HOLD_MS },
    postgresSettings: POSTGRES_SETTINGS,
    env: { SILENT_MS },
    via: async (part, port) => {
      proxies[part].target(port);
      return proxies[part].port;
    },
    ...(workflowBundles === undefined ? {} : { workflowBundles }),
  });
  const programs = createPrograms(stack);
  await programs.startOthers();
  const clients = await openClients(stack, proxies.receiver, funding);
  const databaseUrl = onPort(stack.databaseUrl, proxies.postgres.port);
  const pool = createPool(databaseUrl, { max: 4, applicationName: 'bundlewire-chaos' });
  const lanePool = createPool(databaseUrl, { max: 2, applicationName: 'bundlewire-chaos', use: 'lanes' });
  await recordChanges(pool);
  return {
    ...clients,
    stack,
    stateDir,
    programs,
    proxies,
    databaseUrl,
    temporalAddress: `127.0.0.1:${proxies.temporal.port}`,
    pool,
    lanePool,
    temporal: temporalServer(stateDir, proxies.temporal),
    postgres,
    readBooks: () =>
      readSimulatorBooks(parseGateways(readFileSync(stack.gatewaysFile, 'utf8')), {
        dtone: `http://127.0.0.1:${proxies.gateway.port}`,
        reloadly: `http://127.0.0.1:${proxies.reloadly.port}`,
      }),
    stop: async () => {
      await Promise.all([pool.end(), lanePool.end(), clients.receiver.close()]);
      await stack.stop();
      await postgres.clear();
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
    },
  };
}

async function openClients(stack: Stack, proxy: TcpProxy, funding: readonly number[]) {
  const opened: DemoAccounts[] = [];
  let trouble: ReceiverTrouble | null = null;
  const receiver = await startReceiver({
    port: 0,
    secret: () => opened.map(({ webhookSigningSecret }) => webhookSigningSecret),
    trouble: () => trouble,
  });
  proxy.target(Number(new URL(receiver.url).port));
  for (const amount of funding) {
    opened.push(
      await openDemoAccounts({
        databaseUrl: stack.databaseUrl,
        secretsKey: stack.secretsKey,
        webhookUrl: onPort(receiver.url, proxy.port),
        funding: amount,
        kept: null,
      }),
    );
  }
  const setTrouble = (next: ReceiverTrouble | null) => {
    trouble = next;
  };
  const accounts = opened.map(({ accountId, apiKey }) => ({ id: accountId, apiKey }));
  return { accounts, receiver, setTrouble };
}

function onPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}

/** The folder of a run's logs. */
export function logsOf(stateDir: string): string {
  return join(stateDir, 'logs');
}
