import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayAdapter } from '../../../adapters/adapter.ts';
import { createPool } from '../../../db/pool.ts';
import { storeCallback } from '../../../db/purchases/callbacks.ts';
import { openSubmission } from '../../../db/purchases/fence.ts';
import { storeConfirmation } from '../../../db/purchases/submissions.ts';
import { type AccountId, type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { createSettleLane, type SettleLane } from '../../../services/purchases/settle-lane.ts';
import { GUARD_ACCOUNTS_MAX } from '../../../worker/pools.ts';
import { createGuard } from '../../../worker/relay/guard.ts';
import { type Relay, startRelay } from '../../../worker/relay/relay.ts';
import { beginPatiently } from '../../support/database.ts';
import {
  createLedgerFixture,
  type LedgerFixture,
  NETWORK,
  QUEUE,
  RESOLVE_WITHIN_MS,
} from '../../support/purchases/fixture.ts';
import { jsonGateway } from '../../support/purchases/json-gateway.ts';
import { NO_DELIVERIES, onePool, relayPorts, temporalDown } from '../../support/relay/stubs.ts';

/** Room for a busy machine between moving the clock and the guard's pass. */
const SOON_MS = 60_000;
const LOCK_MS = 300;

let fixture: LedgerFixture;
let guardPool: Pool;
let guardLane: SettleLane;
let relay: Relay | null;

beforeEach(async () => {
  fixture = await createLedgerFixture();
  guardPool = createPool(fixture.url, {
    max: GUARD_ACCOUNTS_MAX + 1,
    applicationName: 'test-guard',
    use: 'lanes',
    lockTimeoutMs: LOCK_MS,
  });
  guardLane = createSettleLane({ pool: guardPool, onOutbox: () => {}, resolveMarginMs: SOON_MS });
  relay = null;
});
afterEach(async () => {
  await relay?.stop();
  await guardLane.idle();
  await guardPool.end();
  await fixture.close();
});

/** The guard as a worker runs it, with a margin that a slow machine keeps. */
function startGuard(): void {
  relay = startRelay({
    ...relayPorts(fixture),
    pools: { ...onePool(fixture.pool), guard: guardPool },
    expirer: relayPorts({ pool: guardPool, settleLane: guardLane }).expirer,
    resolveMarginMs: SOON_MS,
    temporal: temporalDown(),
    deliveries: NO_DELIVERIES,
    clientDeliveries: NO_DELIVERIES,
    queues: [QUEUE],
    log: pino({ level: 'silent' }),
  });
}

/** One pass of the guard alone: no other loop takes up callbacks. */
async function guardOnce(adapter: GatewayAdapter): Promise<void> {
  const guard = createGuard({
    pools: onePool(guardPool),
    expirer: relayPorts({ pool: guardPool, settleLane: guardLane }, () => adapter).expirer,
    resolveMarginMs: SOON_MS,
    log: pino({ level: 'silent' }),
  });
  await guard.pass();
  await guard.idle();
}

async function timesOf(purchaseId: PurchaseId) {
  const { rows } = await fixture.pool.query<{
    status: string;
    completed_at: Date | null;
    resolve_by: Date;
    confirmed_at: Date | null;
  }>('SELECT status, completed_at, resolve_by, confirmed_at FROM purchases WHERE id = $1', [
    uuidOf('pur', purchaseId),
  ]);
  if (rows[0] === undefined) throw new Error(`no purchase ${purchaseId}`);
  return rows[0];
}

/** A final state by `resolve_by`, by the times of the rows themselves. */
async function expectFinalInTime(purchaseIds: readonly PurchaseId[]): Promise<void> {
  for (const purchaseId of purchaseIds) {
    await expect.poll(async () => (await timesOf(purchaseId)).status).not.toBe('pending');
    const { completed_at, resolve_by } = await timesOf(purchaseId);
    expect(completed_at?.getTime()).toBeLessThanOrEqual(resolve_by.getTime());
  }
}

async function buyOne(accountId?: AccountId): Promise<PurchaseId> {
  return fixture.buy(accountId ?? (await fixture.openAccount()));
}

describe('a purchase without a confirmation', () => {
  it('[purchase.resolve_by] is final by resolve_by, and not before the margin begins', async () => {
    const purchaseId = await buyOne();
    startGuard();
    await fixture.moveClock(RESOLVE_WITHIN_MS - SOON_MS - 5_000);
    await expectFinalInTime([purchaseId]);
    const { completed_at, resolve_by } = await timesOf(purchaseId);
    expect(resolve_by.getTime() - (completed_at?.getTime() ?? 0)).toBeLessThanOrEqual(SOON_MS);
  });
});

describe('a signed callback that came in time, whose process died before it was handled', () => {
  const outcome = { kind: 'confirmed', confirmedAt: new Date(0), networkReference: 'N-7' };

  async function crashedAfterStoring(purchaseId: PurchaseId): Promise<Date> {
    await openSubmission(fixture.pool, purchaseId, 1);
    const body = Buffer.from(JSON.stringify({ kind: 'verified', gatewayReference: purchaseId, outcome }));
    const stored = await storeCallback(fixture.pool, NETWORK, true, { body, headers: {} }, purchaseId);
    if (stored === null) throw new Error('it is new');
    return stored.raw.receivedAt;
  }

  it('[states.successful] makes the purchase successful, whenever the guard comes to it', async () => {
    const purchaseId = await buyOne();
    const receivedAt = await crashedAfterStoring(purchaseId);
    await fixture.moveClock(RESOLVE_WITHIN_MS + 60_000);
    await guardOnce(jsonGateway());
    expect((await timesOf(purchaseId)).status).toBe('successful');
    expect((await timesOf(purchaseId)).confirmed_at).toEqual(receivedAt);
    const { rows } = await fixture.pool.query('SELECT FROM late_confirmations');
    expect(rows).toEqual([]);
  });

  it('keeps no other purchase of the account pending where it cannot be handled', async () => {
    const accountId = await fixture.openAccount();
    const [bad, ...good] = await fixture.buyMany(accountId, 5);
    if (bad === undefined) throw new Error('five were bought');
    await crashedAfterStoring(bad);
    await poisonPurchase(bad);
    await fixture.moveClock(RESOLVE_WITHIN_MS - SOON_MS + 1);
    await guardOnce(jsonGateway());
    await expectFinalInTime(good);
    expect((await timesOf(bad)).status).toBe('pending');
  });

  it('is late if it was received after resolve_by', async () => {
    const purchaseId = await buyOne();
    await fixture.moveClock(RESOLVE_WITHIN_MS + 1_000);
    await crashedAfterStoring(purchaseId);
    await guardOnce(jsonGateway());
    expect((await timesOf(purchaseId)).status).toBe('failed');
    const { rows } = await fixture.pool.query('SELECT FROM late_confirmations');
    expect(rows).toHaveLength(1);
  });
});

it('a confirmation that waited for a lock counts by when it arrived', async () => {
  const purchaseId = await buyOne();
  const holder = await fixture.pool.connect();
  await beginPatiently(holder);
  await holder.query('SELECT FROM purchases WHERE id = $1 FOR UPDATE', [uuidOf('pur', purchaseId)]);
  const storing = storeConfirmation(fixture.pool, purchaseId, { networkReference: 'N-8' }, 'inquiry');
  await expect.poll(waitingForLocks).toBe(1);
  const { rows } = await fixture.pool.query<{ at: Date }>('SELECT app_now() AS at');
  await holder.query('COMMIT');
  holder.release();
  await storing;

  const confirmations = await fixture.pool.query<{ received_at: Date; stored_at: Date }>(
    'SELECT received_at, stored_at FROM confirmations',
  );
  expect(confirmations.rows[0]?.received_at.getTime()).toBeLessThanOrEqual(rows[0]?.at.getTime() ?? 0);
  expect(confirmations.rows[0]?.stored_at.getTime()).toBeGreaterThanOrEqual(rows[0]?.at.getTime() ?? 0);
});

describe('an account whose purchases cannot be settled', () => {
  it.each([1, GUARD_ACCOUNTS_MAX + 2])(
    'keeps no other from being final in time: %i of them locked by another session',
    async (locked) => {
      const stuck = await Promise.all(Array.from({ length: locked }, () => fixture.openAccount()));
      const stuckPurchases = await Promise.all(stuck.map((accountId) => buyOne(accountId)));
      const others = await Promise.all([buyOne(), buyOne(), buyOne()]);
      const holder = await fixture.pool.connect();
      await beginPatiently(holder);
      await holder.query('SELECT FROM accounts WHERE id = ANY ($1::uuid[]) FOR UPDATE', [
        stuck.map((id) => uuidOf('acc', id)),
      ]);

      startGuard();
      await fixture.moveClock(RESOLVE_WITHIN_MS - SOON_MS + 1);
      await expectFinalInTime(others);
      for (const id of stuckPurchases) expect((await timesOf(id)).status).toBe('pending');

      await holder.query('ROLLBACK');
      holder.release();
      await expectFinalInTime(stuckPurchases);
    },
  );

  it('keeps no other from being final in time: a trigger refuses every change of it', async () => {
    const poisoned = await fixture.openAccount();
    await fixture.buyMany(poisoned, 600);
    const others = await Promise.all([buyOne(), buyOne()]);
    await fixture.pool.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'poisoned'; END $$;
      CREATE TRIGGER poisoned BEFORE UPDATE ON accounts FOR EACH ROW
      WHEN (OLD.id = '${uuidOf('acc', poisoned)}') EXECUTE FUNCTION refuse()`);
    startGuard();
    await fixture.moveClock(RESOLVE_WITHIN_MS - SOON_MS + 1);
    await expectFinalInTime(others);
  });

  it('settles its other purchases where only one is at fault', async () => {
    const accountId = await fixture.openAccount();
    const [bad, ...good] = await fixture.buyMany(accountId, 5);
    if (bad === undefined) throw new Error('five were bought');
    await poisonPurchase(bad);
    startGuard();
    await fixture.moveClock(RESOLVE_WITHIN_MS - SOON_MS + 1);
    await expectFinalInTime(good);
    expect((await timesOf(bad)).status).toBe('pending');
  });
});

/** Lets every change of a purchase fail. */
async function poisonPurchase(purchaseId: PurchaseId): Promise<void> {
  await fixture.pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'poisoned'; END $$;
    CREATE TRIGGER poisoned BEFORE UPDATE ON purchases FOR EACH ROW
    WHEN (OLD.id = '${uuidOf('pur', purchaseId)}') EXECUTE FUNCTION refuse()`);
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await fixture.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}
