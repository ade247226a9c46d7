import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { buildApp } from '../../../api/app.ts';
import { createAppParts } from '../../../api/app-parts.ts';
import { BatchResource } from '../../../contract/batches/batch.ts';
import { type AccountReads, createAccountReads } from '../../../db/account-reads.ts';
import { addApiKey, createAccount, fundAccount, setAccountBundle } from '../../../db/accounts/accounts.ts';
import { beginRelease } from '../../../db/batches/release.ts';
import { createPool } from '../../../db/pool.ts';
import { batchBudget } from '../../../domain/batch/window.ts';
import { hashApiKey, newApiKey } from '../../../domain/crypto/api-key.ts';
import type { SecretsKeys } from '../../../domain/crypto/sealed-secret.ts';
import { type AccountId, type BatchId, idFromUuid } from '../../../domain/ids.ts';
import { networkQueue } from '../../../domain/network/queues.ts';
import { type ReleaseDeps, type Released, releaseNextPage } from '../../../services/batches/release/page.ts';
import { type Catalogue, createCatalogue } from '../../../services/catalogue/catalogue.ts';
import { type AcceptLane, createAcceptLane } from '../../../services/purchases/accept-lane.ts';
import { createSettleLane, type SettleLane } from '../../../services/purchases/settle-lane.ts';
import { watchAnswers } from '../api/documented-answers.ts';
import { createTestDatabase } from '../database.ts';
import { NO_ALERTS } from '../no-alerts.ts';

export const MTN_BUNDLE = 'bnd_mtn_small';
export const GLO_BUNDLE = 'bnd_glo_small';
export const PRICE = 1_000;

export interface Client {
  readonly accountId: AccountId;
  readonly key: string;
}

/** The real app and lanes on their own database, with two networks and a bundle each. */
export interface BatchFixture {
  readonly databaseUrl: string;
  readonly app: FastifyInstance;
  readonly url: string;
  readonly pool: Pool;
  readonly catalogue: Catalogue;
  readonly own: AccountReads;
  readonly acceptLane: AcceptLane;
  readonly settleLane: SettleLane;
  readonly client: Client;
  /** Queues that were reported to have new rows. */
  readonly woken: Set<string>;
  readonly release: ReleaseDeps;
  readonly secretsKeys: SecretsKeys;
  close(): Promise<void>;
}

/** @param idleMs after which a stalled upload is given up: longer than a machine stalls, shorter than tests wait. */
export async function createBatchFixture(balance: number, window = 100, idleMs = 20_000) {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 10, applicationName: 'test' });
  const reads = (use: 'account-reads' | 'account-files', max: number) =>
    createAccountReads(createPool(database.url, { max, applicationName: `test-${use}`, use }));
  const own = reads('account-reads', 3);
  const downloads = reads('account-files', 2);
  const woken = new Set<string>();
  const onOutbox = (queues: ReadonlySet<string>) => queues.forEach((queue) => void woken.add(queue));
  const catalogue = createCatalogue(pool);
  const lanePool = createPool(database.url, { max: 5, applicationName: 'test-lanes', use: 'lanes' });
  const secretsKeys = { current: randomBytes(32), former: [] };
  const lane = { pool: lanePool, networks: catalogue.terms, onOutbox, secretsKeys };
  const acceptLane = createAcceptLane(lane);
  const settleLane = createSettleLane({ pool: lanePool, onOutbox });
  await addReferenceData(pool);
  await setWindow(pool, window);
  const client = await addClient(pool, balance);

  const parts = createAppParts({
    pools: { purchases: pool, callbacks: pool, keys: pool, own, reads: pool, files: pool, downloads },
    acceptLane,
    ledger: settleLane,
    catalogue,
    adapterFor: () => null,
    alerts: NO_ALERTS,
    gateways: { networks: {} },
    onOutbox,
    webhooks: { rules: { allowPrivate: [] }, secretsKeys },
    live: null,
    auth: { secret: randomBytes(32).toString('base64'), publicUrl: null },
    simulatedNetworks: false,
  });
  const answers = watchAnswers();
  const limits = { uploadBytesMax: 1024 * 1024, uploadIdleMs: idleMs };
  const app = await buildApp({ ...parts, ...limits, tracing: answers, log: pino({ level: 'silent' }) });
  return {
    databaseUrl: database.url,
    app,
    url: database.url,
    pool,
    own,
    catalogue,
    acceptLane,
    settleLane,
    client,
    woken,
    secretsKeys,
    release: { pool, acceptLane, catalogue, onOutbox },
    async close() {
      await app.close();
      await Promise.all([acceptLane.idle(), settleLane.idle()]);
      await Promise.all([pool.end(), lanePool.end(), own.end(), downloads.end()]);
      await database.drop();
      answers.verify();
    },
  } satisfies BatchFixture;
}

/** Gives networks the smallest budget that lets batches use `window`, and no observed rate. */
export async function setWindow(
  pool: Pool,
  window: number,
  networkIds: readonly string[] = ['net_mtn', 'net_glo'],
): Promise<void> {
  let budget = window;
  while (batchBudget(budget) < window) budget += 1;
  for (const id of networkIds) {
    await pool.query({
      text: `
        INSERT INTO network_queues (queue, network_id, livemode, rate_per_second, burst, in_flight_max, tokens)
        VALUES ($1, $2, true, 1000, 1000, $3, 1000)
        ON CONFLICT (queue) DO UPDATE SET in_flight_max = excluded.in_flight_max`,
      values: [networkQueue(id, true), id, budget],
    });
  }
}

async function addReferenceData(pool: Pool): Promise<void> {
  await pool.query(`
    INSERT INTO networks (id, name, country) VALUES ('net_mtn', 'MTN', 'NG'), ('net_glo', 'Glo', 'NG');
    INSERT INTO number_prefixes (prefix, network_id) VALUES ('+234803', 'net_mtn'), ('+234805', 'net_glo');
    INSERT INTO bundles (id, network_id, name, data_mb, validity_hours, product_code)
    VALUES ('${MTN_BUNDLE}', 'net_mtn', 'Small', 500, 24, '1'), ('${GLO_BUNDLE}', 'net_glo', 'Small', 500, 24, '2');
    INSERT INTO ported_numbers (phone_number, network_id) VALUES ('+2348030000999', 'net_glo')`);
}

/** A further account with a key, its money and both bundles. */
export async function addClient(pool: Pool, balance: number): Promise<Client> {
  const account = { name: 'Test', livemode: true, currency: 'NGN', rateLimitPerSecond: 100_000 };
  const accountId = await createAccount(pool, account);
  const key = newApiKey(true);
  await addApiKey(pool, accountId, hashApiKey(key), key.slice(-4));
  await setAccountBundle(pool, accountId, MTN_BUNDLE, PRICE);
  await setAccountBundle(pool, accountId, GLO_BUNDLE, PRICE);
  if (balance > 0) await fund(pool, accountId, balance);
  return { accountId, key };
}

export async function fund(pool: Pool, accountId: AccountId, amount: number): Promise<void> {
  await fundAccount(pool, accountId, { type: 'funding', amount, operator: 'test', reason: 'test' });
}

/** The `index`th of the numbers of a network. */
export function phoneNumber(index: number, prefix = '+234803'): string {
  return `${prefix}${String(1_000_000 + index).slice(-7)}`;
}

/** A file with `count` good rows of MTN. */
export function goodFile(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `${phoneNumber(index + 1)},${MTN_BUNDLE},c-${index}`,
  );
  return ['phone_number,bundle_id,metadata.customer', ...rows, ''].join('\n');
}

export function authorized({ client }: BatchFixture): { authorization: string } {
  return { authorization: `Bearer ${client.key}` };
}

export interface UploadAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export async function upload(
  fixture: BatchFixture,
  csv: string | Buffer,
  parameters: Readonly<Record<string, string>>,
): Promise<UploadAnswer> {
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/v1/batches',
    query: { ...parameters },
    headers: { ...authorized(fixture), 'content-type': 'text/csv' },
    payload: csv,
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

/** Uploads a file that is expected to make a batch. */
export async function uploaded(
  fixture: BatchFixture,
  csv: string | Buffer,
  parameters: Readonly<Record<string, string>>,
): Promise<BatchResource> {
  const answer = await upload(fixture, csv, parameters);
  if (answer.status !== 201) throw new Error(`upload answered ${answer.status}: ${answer.body}`);
  return BatchResource.parse(JSON.parse(answer.body));
}

export async function getBatch(fixture: BatchFixture, id: string): Promise<BatchResource> {
  const answer = await fixture.app.inject({ url: `/v1/batches/${id}`, headers: authorized(fixture) });
  return BatchResource.parse(answer.json());
}

export async function command(fixture: BatchFixture, id: string, name: string) {
  const url = `/v1/batches/${id}/${name}`;
  return fixture.app.inject({ method: 'POST', url, headers: authorized(fixture) });
}

export function asBatchId(id: string): BatchId {
  return `bat_${id.slice('bat_'.length)}`;
}

/** Begins a release, which ends every earlier one, and releases a page. */
export async function releaseOnce(fixture: BatchFixture, id: string): Promise<Released> {
  const release = await beginRelease(fixture.pool, asBatchId(id));
  return releaseNextPage(fixture.release, release, new AbortController().signal);
}

/** Settles every pending purchase of the fixture's account as confirmed. */
export async function confirmAll({ pool, settleLane, client }: BatchFixture): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM purchases WHERE status = 'pending' ORDER BY id`,
  );
  const delivery = { confirmedAt: new Date(), networkReference: 'N-1' };
  await Promise.all(
    rows.map(({ id }) =>
      settleLane.settle(client.accountId, {
        purchaseId: idFromUuid('pur', id),
        report: { kind: 'confirmed', delivery },
        endWorkflow: false,
      }),
    ),
  );
  return rows.length;
}

/** Whether the counters of a batch add up. */
export function sumOf({ counts }: BatchResource): number {
  const { invalid, waiting, refused, pending, successful, failed, reversed } = counts;
  return invalid + waiting + refused + pending + successful + failed + reversed;
}
