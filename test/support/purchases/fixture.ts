import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { createAccount, fundAccount } from '../../../db/accounts/accounts.ts';
import { createPool } from '../../../db/pool.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type AccountId, type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { networkQueue } from '../../../domain/network/queues.ts';
import { type AcceptLane, createAcceptLane } from '../../../services/purchases/accept-lane.ts';
import type { BuyRequest } from '../../../services/purchases/buy-request.ts';
import { createSettleLane, type SettleLane } from '../../../services/purchases/settle-lane.ts';
import { createTestDatabase } from '../database.ts';
import { retryWhileFull } from '../retry.ts';

/** All test files share a Temporal server, so every file has a network, and so a queue, of a unique name. */
export const NETWORK = `net_mtn_${randomBytes(4).toString('hex')}`;
export const OTHER_NETWORK = 'net_glo';
export const QUEUE = networkQueue(NETWORK, true);
export const PRICE = 1_000;
export const RESOLVE_WITHIN_MS = 900_000;
/** So long that no busy machine reaches it; tests of silent gateways have a shorter one. */
export const GATEWAY_TIMEOUT_MS = 30_000;

/** The lanes on their own database, with two networks. */
export interface LedgerFixture {
  readonly url: string;
  readonly pool: Pool;
  readonly acceptLane: AcceptLane;
  readonly settleLane: SettleLane;
  /** Queues that were reported to have new rows. */
  readonly woken: Set<string>;
  openAccount(balance?: number): Promise<AccountId>;
  /** Buys one bundle, by default for a new number. */
  buy(accountId: AccountId, phoneNumber?: string): Promise<PurchaseId>;
  buyMany(accountId: AccountId, count: number): Promise<PurchaseId[]>;
  /** Moves the database clock. */
  moveClock(byMs: number): Promise<void>;
  statusOf(purchaseId: PurchaseId): Promise<PurchaseRow>;
  close(): Promise<void>;
}

export interface PurchaseRow {
  readonly status: string;
  readonly failure_code: string | null;
  readonly network_reference: string | null;
}

export async function createLedgerFixture(): Promise<LedgerFixture> {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 20, applicationName: 'test' });
  const woken = new Set<string>();
  const onOutbox = (queues: ReadonlySet<string>) => queues.forEach((queue) => void woken.add(queue));
  const lanePool = createPool(database.url, { max: 5, applicationName: 'test-lanes', use: 'lanes' });
  const acceptLane = createAcceptLane({ pool: lanePool, networks: () => TERMS, onOutbox });
  const settleLane = createSettleLane({ pool: lanePool, onOutbox });
  await addNetworks(pool);
  const buy = (accountId: AccountId, phoneNumber = nextNumber()) =>
    buyOne(acceptLane, accountId, phoneNumber);

  return {
    url: database.url,
    pool,
    acceptLane,
    settleLane,
    woken,
    openAccount: (balance = 1_000_000_000) => openAccount(pool, balance),
    buy,
    buyMany: (accountId, count) => Promise.all(Array.from({ length: count }, () => buy(accountId))),
    async moveClock(byMs) {
      await pool.query(`UPDATE app_clock SET offset_ms = offset_ms + $1`, [byMs]);
    },
    statusOf: (purchaseId) => readStatus(pool, purchaseId),
    async close() {
      await Promise.all([acceptLane.idle(), settleLane.idle()]);
      await Promise.all([pool.end(), lanePool.end()]);
      await database.drop();
    },
  };
}

const OFFER = {
  bundleId: 'bnd_1gb',
  networkId: NETWORK,
  name: '1 GB',
  dataMb: 1_024,
  validityHours: 24,
  productCode: '17',
  price: PRICE,
};

const TERMS = new Map(
  [NETWORK, OTHER_NETWORK].map((networkId) => [
    networkId,
    { networkId, accepting: true, resolveWithinMs: RESOLVE_WITHIN_MS },
  ]),
);

async function addNetworks(pool: Pool): Promise<void> {
  await pool.query(`
    INSERT INTO networks (id, name, country, gateway_timeout_ms)
    VALUES ('${NETWORK}', 'MTN', 'NG', ${GATEWAY_TIMEOUT_MS}), ('${OTHER_NETWORK}', 'Glo', 'NG', ${GATEWAY_TIMEOUT_MS});
    INSERT INTO network_queues (queue, network_id, livemode, rate_per_second, burst, in_flight_max, tokens)
    VALUES ('${QUEUE}', '${NETWORK}', true, 100000, 100000, 100000, 100000)`);
}

async function openAccount(pool: Pool, balance: number): Promise<AccountId> {
  const account = { name: 'Test', livemode: true, currency: 'NGN', rateLimitPerSecond: 100_000 };
  const accountId = await createAccount(pool, account);
  await fundAccount(pool, accountId, { type: 'funding', amount: balance, operator: 'test', reason: 'test' });
  return accountId;
}

let numbers = 0;

/** A number without special meaning: its last three digits are in no table of the simulator. */
export function nextNumber(): string {
  numbers += 1;
  return `+234803${String(numbers).padStart(4, '0')}550`;
}

async function buyOne(lane: AcceptLane, accountId: AccountId, phoneNumber: string): Promise<PurchaseId> {
  const purchaseId = newId('pur');
  const request: BuyRequest = {
    purchaseId,
    reference: purchaseId,
    fingerprint: '00',
    phoneNumber,
    bundleId: 'bnd_1gb',
    requestedNetworkId: null,
    offer: OFFER,
    prefixNetworkId: NETWORK,
    offers: new Map([[OFFER.bundleId, OFFER]]),
    metadata: {},
    repeatWindowHours: 0,
    release: null,
  };
  const result = await retryWhileFull(() => lane.buy(accountId, request));
  if (result.kind !== 'accepted') throw new Error(`not bought: ${result.kind}`);
  return purchaseId;
}

async function readStatus(pool: Pool, purchaseId: PurchaseId): Promise<PurchaseRow> {
  const { rows } = await pool.query<PurchaseRow>(
    `SELECT status, failure_code, network_reference FROM purchases WHERE id = $1`,
    [uuidOf('pur', purchaseId)],
  );
  if (rows[0] === undefined) throw new Error(`no purchase ${purchaseId}`);
  return rows[0];
}
