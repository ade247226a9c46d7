import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createPool } from '../../../db/pool.ts';
import type { AccountId } from '../../../domain/ids.ts';
import { DEFAULT_SETTINGS, type NetworkSettings } from '../../../services/catalogue/demo/seed.ts';
import { openDemoAccounts } from '../../demo/accounts.ts';
import { type Stack, startStack } from '../../stack/stack.ts';
import { until } from '../bare/drain-bare.ts';
import type { Client } from '../batch-fixture.ts';
import { COUNTING_STATEMENTS } from '../load/costs.ts';
import { runLoad } from '../load/http-load.ts';

const CONNECTIONS = 32;
/** Large, so that a network's pace and budget limit nothing here. */
const SETTINGS = { ...DEFAULT_SETTINGS, ratePerSecond: 100_000, inFlightMax: 10_000 };
/** The simulator delivers to numbers with this ending immediately. */
const DELIVERED = '555';
const BUNDLES = [
  { prefix: '+234803', bundle: 'bnd_mtn_ng_500mb_7d' },
  { prefix: '+234802', bundle: 'bnd_airtel_ng_500mb_7d' },
  { prefix: '+234805', bundle: 'bnd_glo_ng_500mb_7d' },
] as const;

/** A whole stack over DT One's simulator, with one account and a receiver of its webhooks in this process. */
export interface Lifecycle {
  readonly stack: Stack;
  readonly pool: Pool;
  readonly stateDir: string;
  readonly accountId: AccountId;
  /** The account as its own programs know it. */
  readonly client: Client;
  /** Pids of the processes that it was started with, by name. */
  readonly pids: Readonly<Record<string, number | null>>;
  /** Buys this many, on three networks in turn. @returns purchases per second, from the first POST to the last webhook */
  drain(count: number): Promise<number>;
  /** Purchases that are not delivered and charged: each is an error of the run. */
  notSuccessful(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts the stack; `sync` has the gateway confirm in its answer, `async` has it call back.
 * @param networkSettings by default, no rate of a network limits anything
 */
export async function startLifecycle(
  mode: 'sync' | 'async',
  networkSettings: NetworkSettings = SETTINGS,
): Promise<Lifecycle> {
  const stateDir = mkdtempSync(join(tmpdir(), 'bundlewire-lifecycle-'));
  const stack = await startStack({
    stateDir,
    keepData: false,
    log: () => {},
    networkSettings,
    gatewayOverrides: { mode },
    postgresSettings: COUNTING_STATEMENTS,
  });
  const pool = createPool(stack.databaseUrl, { max: 2, applicationName: 'bench' });
  const receiver = await startCounting();
  const { accountId, apiKey } = await openDemoAccounts({
    databaseUrl: stack.databaseUrl,
    secretsKey: stack.secretsKey,
    webhookUrl: receiver.url,
    funding: 1_000_000_000_000_000,
    kept: null,
  });
  return {
    stack,
    pool,
    stateDir,
    accountId,
    client: { apiUrl: stack.apiUrl, apiKey },
    pids: pidsOf(stack),
    drain: (count) => drainPurchases(stack, apiKey, receiver, count),
    notSuccessful: () => notSuccessful(pool),
    async stop() {
      await receiver.close();
      await pool.end();
      await stack.stop();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

/** Pids of the processes of a stack, by name, as they are now: what costs are measured of; one that is null runs elsewhere. */
export function pidsOf({ processes, temporal }: Stack): Readonly<Record<string, number | null>> {
  const { api, worker, simulator } = processes;
  return { API: api.pid, worker: worker.pid, Temporal: temporal.pid, gateway: simulator.pid };
}

let serial = 0;

async function drainPurchases(
  { apiUrl }: Stack,
  apiKey: string,
  receiver: Receiver,
  count: number,
): Promise<number> {
  const { hostname, port } = new URL(apiUrl);
  const head = `POST /v1/purchases HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: `;
  const expected = receiver.events() + count;
  const last = serial + count;
  const began = performance.now();
  const { byStatus } = await runLoad({
    host: hostname,
    port: Number(port),
    connections: CONNECTIONS,
    durationMs: Number.POSITIVE_INFINITY,
    nextRequest: () => {
      if (serial === last) return null;
      const { prefix, bundle } = BUNDLES[serial++ % BUNDLES.length] ?? BUNDLES[0];
      const body = `{"reference":"drain-${serial}","phone_number":"${prefix}${String(serial % 10_000).padStart(4, '0')}${DELIVERED}","bundle_id":"${bundle}"}`;
      return `${head}${body.length}\r\n\r\n${body}`;
    },
  });
  if (byStatus.get(201) !== count) {
    throw new Error(`of ${count} purchases were answered: ${JSON.stringify([...byStatus])}`);
  }
  await until(() => receiver.events() >= expected, 5);
  return count / ((performance.now() - began) / 1_000);
}

interface Receiver {
  readonly url: string;
  /** Events that have arrived, each counted once. */
  readonly events: () => number;
  close(): Promise<void>;
}

/** A client's receiver that accepts everything immediately. */
async function startCounting(): Promise<Receiver> {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    seen.add(String(request.headers['svc-event-id']));
    request.resume();
    request.on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    events: () => seen.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Purchases that are not delivered and charged: each is an error of a run. Three counts, since each status has a separate
 * partial index, and a million may be successful.
 */
export async function notSuccessful(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    `SELECT (SELECT count(*) FROM purchases WHERE status = 'pending')
          + (SELECT count(*) FROM purchases WHERE status = 'failed')
          + (SELECT count(*) FROM purchases WHERE status = 'reversed') AS open`,
  );
  return rows[0]?.open ?? 0;
}
