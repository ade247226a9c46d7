import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { Registry } from 'prom-client';
import type { GatewayAdapter } from '../../../adapters/adapter.ts';
import { parseGateways } from '../../../adapters/registry.ts';
import { buildApp } from '../../../api/app.ts';
import { createAppParts } from '../../../api/app-parts.ts';
import type { FailedAttemptsLimit } from '../../../api/plugins/failed-attempts.ts';
import type { PressureLimits } from '../../../api/plugins/overload.ts';
import { type ApiPools, createApiPools, endApiPools } from '../../../api/pools.ts';
import { addApiKey, createAccount, fundAccount, setAccountBundle } from '../../../db/accounts/accounts.ts';
import { createPool } from '../../../db/pool.ts';
import { hashApiKey, newApiKey } from '../../../domain/crypto/api-key.ts';
import type { SecretsKeys } from '../../../domain/crypto/sealed-secret.ts';
import { type AccountId, parseId } from '../../../domain/ids.ts';
import type { OutcomeReport } from '../../../domain/purchase/purchase.ts';
import { createCatalogue } from '../../../services/catalogue/catalogue.ts';
import type { NumberLookups } from '../../../services/numbers/number-lookup.ts';
import { type AcceptLane, createAcceptLane } from '../../../services/purchases/accept-lane.ts';
import { createSettleLane, type SettleLane } from '../../../services/purchases/settle-lane.ts';
import { createRequestLog } from '../../../services/requests/request-log.ts';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import { createTestDatabase } from '../database.ts';
import { NO_ALERTS } from '../no-alerts.ts';
import { captureLog } from './captured-log.ts';
import { watchAnswers } from './documented-answers.ts';
import { GATEWAYS_FILE } from './gateways-file.ts';

export const MTN_BUNDLE = 'bnd_mtn_small';
export const MTN_LARGE_BUNDLE = 'bnd_mtn_large';
export const GLO_BUNDLE = 'bnd_glo_small';
export const PRICE = 1_000;
/** Its prefix is MTN's, but it moved to Glo. */
export const PORTED_TO_GLO = '+2348030000999';
/** It moved to a network that we do not sell. */
export const PORTED_AWAY = '+2348030000998';
export const OF_NO_NETWORK = '+2348090000001';

export interface Client {
  readonly accountId: AccountId;
  readonly key: string;
}

/** The real API on its own port and database. */
export interface ApiFixture {
  readonly app: FastifyInstance;
  readonly port: number;
  readonly baseUrl: string;
  /** The database, as its owner. */
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly pools: ApiPools;
  readonly settleLane: SettleLane;
  readonly client: Client;
  /** With which the API seals secrets. */
  readonly secretsKeys: SecretsKeys;
  /** What the API has logged, as text. */
  logged(): string;
  close(): Promise<void>;
}

export interface ApiOptions {
  /** Puts something between the routes and the real lane. */
  readonly disturb?: (lane: AcceptLane) => AcceptLane;
  readonly trustedProxies?: readonly string[];
  readonly failedAttempts?: FailedAttemptsLimit;
  readonly stillMs?: number;
  readonly waitingMax?: number;
  /** Where the guides are; by default where `npm run docs` builds them. */
  readonly guidesDir?: string;
  readonly pressure?: PressureLimits;
  readonly slowMs?: number;
  /** How often the use of keys is recorded. */
  readonly keyUseMs?: number;
  /** Where the Temporal UI shows workflows; by default not configured. */
  readonly workflowsUrl?: string;
  /** Where requests are measured. */
  readonly registry?: Registry;
  /** Adds to the app before its routes. */
  readonly tracing?: { attach(app: FastifyInstance): void };
  /** By default only the tables are used. */
  readonly lookups?: (pool: Pool) => NumberLookups;
  /** The gateway of net_mtn, which calls back at CALLBACK_PATH; by default none. */
  readonly gateway?: GatewayAdapter;
  readonly simulatedNetworks?: boolean;
  /** Whether requests are added to the log of requests; by default not. */
  readonly logsRequests?: boolean;
  /** Longest wait for a connection to PostgreSQL; long by default. */
  readonly connectSeconds?: number;
  /** Longest time that a callback waits for a locked purchase. */
  readonly callbackLockMs?: number;
  /** Longest time that a reader waits until due purchases are settled. */
  readonly settleWaitMs?: number;
}

/** Starts the API with two networks, their bundles and one account that has money to buy them. */
export async function startApi(options: ApiOptions = {}): Promise<ApiFixture> {
  const {
    disturb = (lane) => lane,
    lookups,
    gateway = null,
    simulatedNetworks = false,
    logsRequests = false,
    connectSeconds,
    callbackLockMs,
    settleWaitMs,
    ...limits
  } = options;
  const database = await createTestDatabase(connectSeconds);
  const pool = createPool(database.url, { max: 10, applicationName: 'test' });
  const pools = createApiPools(urlAs('api', database.url), callbackLockMs);
  const catalogue = createCatalogue(pools.purchases);
  const onOutbox = () => {};
  const secretsKeys = { current: randomBytes(32), former: [] };
  const lane = { pool: pools.lanes, networks: catalogue.terms, onOutbox, secretsKeys };
  const acceptLane = disturb(createAcceptLane(lane));
  const settleLane = createSettleLane({ pool: pools.lanes, onOutbox });
  await addReferenceData(pool);
  const client = await addClient(pool, { balance: 1_000_000 });

  const requestLog = logsRequests
    ? createRequestLog({ pool: pools.requests, onDropped: (_requests, err) => log.stream.write(String(err)) })
    : null;
  const log = captureLog();
  const gateways = gateway === null ? { networks: {} } : parseGateways(GATEWAYS_FILE);
  const parts = createAppParts({
    alerts: NO_ALERTS,
    pools,
    acceptLane,
    ledger: settleLane,
    catalogue,
    adapterFor: () => gateway,
    gateways,
    onOutbox,
    webhooks: { rules: { allowPrivate: ['127.0.0.1/32'] }, secretsKeys },
    live: null,
    auth: { secret: randomBytes(32).toString('base64'), publicUrl: null },
    simulatedNetworks,
    requestLog,
    ...(settleWaitMs === undefined ? {} : { settleWaitMs }),
  });
  const answers = watchAnswers(options.tracing);
  const app = await buildApp({
    ...parts,
    ...limits,
    tracing: answers,
    ...(lookups === undefined ? {} : { lookups: lookups(pools.purchases) }),
    log: pino({ level: 'trace' }, log.stream),
  });
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    port: Number(new URL(baseUrl).port),
    baseUrl,
    databaseUrl: database.url,
    pool,
    pools,
    settleLane,
    client,
    secretsKeys,
    logged: log.text,
    async close() {
      await app.close();
      await requestLog?.close();
      await Promise.all([acceptLane.idle(), settleLane.idle()]);
      await Promise.all([pool.end(), endApiPools(pools)]);
      await database.drop();
      answers.verify();
    },
  };
}

export async function addReferenceData(pool: Pool): Promise<void> {
  await pool.query(`
    INSERT INTO networks (id, name, country) VALUES ('net_mtn', 'MTN', 'NG'), ('net_glo', 'Glo', 'NG');
    INSERT INTO number_prefixes (prefix, network_id) VALUES ('+234803', 'net_mtn'), ('+234805', 'net_glo');
    INSERT INTO bundles (id, network_id, name, data_mb, validity_hours, product_code)
    VALUES ('${MTN_BUNDLE}', 'net_mtn', 'MTN 500 MB', 500, 24, '1'),
           ('${MTN_LARGE_BUNDLE}', 'net_mtn', 'MTN 1 GB', 1024, 720, '2'),
           ('${GLO_BUNDLE}', 'net_glo', 'Glo 500 MB', 500, 24, '3');
    INSERT INTO ported_numbers (phone_number, network_id)
    VALUES ('${PORTED_TO_GLO}', 'net_glo'), ('${PORTED_AWAY}', 'net_unknown')`);
}

export interface ClientTerms {
  readonly balance?: number;
  readonly rateLimitPerSecond?: number;
  /** True by default. */
  readonly livemode?: boolean;
}

/** Opens a further account with a key, its money and every bundle. */
export async function addClient(
  pool: Pool,
  { balance = 0, rateLimitPerSecond = 100_000, livemode = true }: ClientTerms = {},
): Promise<Client> {
  const accountId = await createAccount(pool, {
    name: 'Test',
    livemode,
    currency: 'NGN',
    rateLimitPerSecond,
  });
  for (const bundle of [MTN_BUNDLE, MTN_LARGE_BUNDLE, GLO_BUNDLE])
    await setAccountBundle(pool, accountId, bundle, PRICE);
  if (balance > 0) await fund(pool, accountId, balance);
  return { accountId, key: await addKey(pool, accountId, newApiKey(livemode)) };
}

/** Gives an account a key: a new one, or the given one. */
export async function addKey(pool: Pool, accountId: AccountId, key = newApiKey(true)): Promise<string> {
  await addApiKey(pool, accountId, hashApiKey(key), key.slice(-4));
  return key;
}

/** Gives an account a new key that may only do what these scopes allow. */
export async function addScopedKey(
  pool: Pool,
  accountId: AccountId,
  scopes: Iterable<string>,
  livemode = true,
): Promise<string> {
  const key = await addKey(pool, accountId, newApiKey(livemode));
  await pool.query('UPDATE api_keys SET scopes = $2 WHERE key_hash = $1', [hashApiKey(key), [...scopes]]);
  return key;
}

export async function revokeKey(pool: Pool, key: string): Promise<void> {
  await pool.query('UPDATE api_keys SET revoked_at = app_now() WHERE key_hash = $1', [hashApiKey(key)]);
}

export async function fund(pool: Pool, accountId: AccountId, amount: number): Promise<void> {
  await fundAccount(pool, accountId, { type: 'funding', amount, operator: 'test', reason: 'test' });
}

/** Settles a purchase by a report, as the worker would. */
export async function settle(
  { settleLane, client }: ApiFixture,
  id: string,
  report: OutcomeReport,
): Promise<void> {
  if (parseId('pur', id) === null) throw new Error(`${id} is not a purchase`);
  await settleLane.settle(client.accountId, {
    purchaseId: `pur_${id.slice('pur_'.length)}`,
    report,
    endWorkflow: false,
  });
}
