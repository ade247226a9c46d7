import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { createAccount, fundAccount } from '../../../db/accounts/accounts.ts';
import { createPool } from '../../../db/pool.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type AccountId, type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import type { Offer } from '../../../domain/purchase/accept.ts';
import { seedNigeria } from '../../../services/catalogue/demo/seed.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import { type AcceptLane, createAcceptLane } from '../../../services/purchases/accept-lane.ts';
import type { BuyRequest } from '../../../services/purchases/buy-request.ts';
import { createSettleLane, type SettleLane } from '../../../services/purchases/settle-lane.ts';
import { createTestDatabase } from '../database.ts';
import { retryWhileFull } from '../retry.ts';

export const NETWORK = 'net_mtn_ng';
export const PRICE = 50_000;
export const RESOLVE_WITHIN_MS = 60_000;

/** The default offer. */
export const OFFER: Offer = {
  bundleId: 'bnd_mtn_ng_500mb_7d',
  networkId: NETWORK,
  name: '500 MB, 7 days',
  dataMb: 512,
  validityHours: 168,
  productCode: '41000',
  price: PRICE,
};

/** Both kinds of lanes on their own database, as in a process. */
export interface LaneFixture {
  readonly databaseUrl: string;
  /** A separate pool, to check what the lanes did. */
  readonly pool: Pool;
  readonly acceptLane: AcceptLane;
  readonly settleLane: SettleLane;
  /** Queues that the lanes reported to have new rows. */
  readonly woken: Set<string>;
  close(): Promise<void>;
}

export async function createLaneFixture(): Promise<LaneFixture> {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 10, applicationName: 'test' });
  await seedNigeria(pool);
  const lanePool = createPool(database.url, { max: 10, applicationName: 'test-lanes', use: 'lanes' });
  const woken = new Set<string>();
  const lanes = lanesOn(lanePool, woken);
  return {
    databaseUrl: database.url,
    pool,
    ...lanes,
    woken,
    async close() {
      await Promise.all([lanes.acceptLane.idle(), lanes.settleLane.idle()]);
      await Promise.all([pool.end(), lanePool.end()]);
      await database.drop();
    },
  };
}

/** The lanes of two processes over one database; the first has the lanes of the fixture itself. */
export interface TwoProcesses extends LaneFixture {
  readonly processes: readonly [Lanes, Lanes];
}

type Lanes = ReturnType<typeof lanesOn>;

export async function createTwoProcesses(): Promise<TwoProcesses> {
  const fixture = await createLaneFixture();
  const pool = createPool(fixture.databaseUrl, { max: 4, applicationName: 'test-other', use: 'lanes' });
  return {
    ...fixture,
    processes: [fixture, lanesOn(pool)],
    async close() {
      await pool.end();
      await fixture.close();
    },
  };
}

/** Lanes of one more process on the same database. */
export function lanesOn(pool: Pool, woken = new Set<string>(), resolveWithinMs = RESOLVE_WITHIN_MS) {
  const terms = { networkId: NETWORK, accepting: true, resolveWithinMs };
  const networks = new Map([[NETWORK, terms]]);
  const onOutbox = (queues: ReadonlySet<string>) => {
    for (const queue of queues) woken.add(queue);
  };
  return {
    acceptLane: createAcceptLane({ pool, networks: () => networks, onOutbox }),
    settleLane: createSettleLane({ pool, onOutbox }),
  };
}

/** A new account that can pay for this many purchases. */
export async function openAccount({ pool }: Pick<LaneFixture, 'pool'>, prices: number): Promise<AccountId> {
  const account = { name: 'Test', livemode: true, currency: 'NGN', rateLimitPerSecond: 100 };
  const accountId = await createAccount(pool, account);
  if (prices > 0) await fund(pool, accountId, prices * PRICE);
  return accountId;
}

export async function fund(pool: Pool, accountId: AccountId, amount: number): Promise<void> {
  await fundAccount(pool, accountId, { type: 'funding', amount, operator: 'test', reason: 'test' });
}

/** A valid request, with changes. */
export function wish(reference: string, different: Partial<BuyRequest> = {}): BuyRequest {
  return {
    purchaseId: newId('pur'),
    reference,
    fingerprint: randomBytes(32).toString('hex'),
    phoneNumber: '+2348031234567',
    bundleId: OFFER.bundleId,
    requestedNetworkId: null,
    offer: OFFER,
    prefixNetworkId: NETWORK,
    offers: new Map([[OFFER.bundleId, OFFER]]),
    metadata: {},
    repeatWindowHours: 0,
    release: null,
    ...different,
  };
}

/** Buys one; throws if it is not accepted. */
export async function bought(
  { acceptLane }: LaneFixture,
  accountId: AccountId,
  reference: string,
): Promise<PurchaseId> {
  const request = wish(reference);
  const result = await retryWhileFull(() => acceptLane.buy(accountId, request));
  if (result.kind !== 'accepted') throw new Error(`not accepted but ${result.kind}`);
  return result.purchase.order.id;
}

export interface AccountRow {
  readonly available: number;
  readonly held: number;
  readonly purchases: number;
  readonly lines: number;
  readonly starts: number;
}

/** An account's money in prices, and the number of its rows. */
export async function accountRow(pool: Pool, accountId: AccountId): Promise<AccountRow> {
  const { rows } = await pool.query<AccountRow>({
    text: `
      SELECT available / $2::int AS available, held / $2::int AS held,
             (SELECT count(*) FROM purchases WHERE account_id = a.id) AS purchases,
             (SELECT count(*) FROM statement_lines WHERE account_id = a.id) AS lines,
             (SELECT count(*) FROM outbox WHERE account_id = a.id AND topic = 'start_purchase') AS starts
        FROM accounts a
       WHERE id = $1`,
    values: [uuidOf('acc', accountId), PRICE],
  });
  if (rows[0] === undefined) throw new Error(`no account ${accountId}`);
  return rows[0];
}

/** Checks all invariants that need only rows; 8 and 9 need Temporal and a simulator's book. */
export async function expectInvariants(pool: Pool): Promise<void> {
  const { results } = await verifyInvariants({ pool, temporal: null, books: null, recheckAfterMs: 0 });
  const holding = results.filter(({ kind }) => kind === 'holds').map(({ number }) => number);
  expect(results.filter(({ kind }) => kind === 'broken')).toEqual([]);
  expect(holding).toEqual([1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15]);
}
