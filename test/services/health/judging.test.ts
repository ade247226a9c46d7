import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCalls, type CallSum, forgetOldCalls } from '../../../db/networks/gateway-calls.ts';
import { judgeNetworks } from '../../../db/networks/health.ts';
import { readNetworks } from '../../../db/networks/networks.ts';
import { clearOverride, listNetworkHealth, overrideNetwork } from '../../../db/networks/override.ts';
import { claimWalletReading, storeWallet } from '../../../db/networks/wallets.ts';
import { admitPurchases } from '../../../db/outbox/admission.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { readCallSums } from '../../support/networks/call-sums.ts';
import {
  createLedgerFixture,
  type LedgerFixture,
  NETWORK,
  OTHER_NETWORK,
  QUEUE,
} from '../../support/purchases/fixture.ts';

const ACTOR = { operator: 'ada', reason: 'the network reported it' };

let fixture: LedgerFixture;
beforeAll(async () => {
  fixture = await createLedgerFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.pool.query(`
    DELETE FROM gateway_calls; DELETE FROM network_health; DELETE FROM outbox;
    UPDATE networks SET status = 'operational', status_message = NULL`);
});

const sum = (more: Partial<CallSum>): CallSum => ({
  networkId: NETWORK,
  livemode: true,
  call: 'submit',
  outcome: 'confirmed',
  kind: 'good',
  calls: 1,
  slow: 0,
  completed: 0,
  durationMs: 10,
  ...more,
});
const trouble = (calls: number, more: Partial<CallSum> = {}) =>
  addCalls(fixture.pool, [sum({ kind: 'trouble', outcome: 'unknown:timed_out', calls, ...more })]);
const good = (calls: number) => addCalls(fixture.pool, [sum({ calls })]);

async function network(id = NETWORK) {
  const found = (await readNetworks(fixture.pool)).find((each) => each.id === id);
  if (found === undefined) throw new Error(`no network ${id}`);
  return found;
}

describe('judging networks', () => {
  it('makes a network unavailable by the measurements of all processes, and says when to retry', async () => {
    await Promise.all([trouble(15), trouble(15)]);
    await judgeNetworks(fixture.pool);
    expect(await network()).toMatchObject({ status: 'unavailable', statusMessage: expect.any(String) });
    expect((await network()).retryAfterMs).toBeGreaterThan(0);
    expect(await network(OTHER_NETWORK)).toMatchObject({ status: 'operational', statusMessage: null });
  });

  it('leaves test-mode calls out of every figure', async () => {
    await trouble(100, { livemode: false });
    await judgeNetworks(fixture.pool);
    expect(await network()).toMatchObject({ status: 'operational' });
    expect(await listNetworkHealth(fixture.pool)).toContainEqual(
      expect.objectContaining({ networkId: NETWORK, calls: 0, troubles: 0 }),
    );
  });

  it('does not call a network operational if its budget is held by purchases without an answer', async () => {
    await fixture.pool.query(`UPDATE network_queues SET in_flight_max = 20 WHERE queue = $1`, [QUEUE]);
    await fixture.buyMany(await fixture.openAccount(), 20);
    const { admitted } = await admitPurchases(fixture.pool, QUEUE, 20, 120_000);
    expect(admitted).toHaveLength(15);
    await judgeNetworks(fixture.pool);
    expect(await network()).toMatchObject({ status: 'operational' });

    await fixture.moveClock(61_000);
    await judgeNetworks(fixture.pool);
    expect(await network()).toMatchObject({ status: 'degraded', statusMessage: expect.any(String) });

    await addCalls(fixture.pool, [sum({ completed: 15 })]);
    await judgeNetworks(fixture.pool);
    expect(await network()).toMatchObject({ status: 'operational' });
    await fixture.pool.query(`
      UPDATE network_queues SET in_flight_max = 100000;
      UPDATE purchases SET status = 'failed', failure_code = 'network_error', completed_at = app_now()`);
  });

  it('recovers by good answers, through a trial at a few purchases per second', async () => {
    await trouble(30);
    await judgeNetworks(fixture.pool);
    await fixture.moveClock(20_000);
    await good(5);
    await judgeNetworks(fixture.pool);
    expect(await network()).toMatchObject({ status: 'degraded' });

    const account = await fixture.openAccount();
    await fixture.buyMany(account, 30);
    await fixture.pool.query(
      `UPDATE network_queues SET tokens = burst, tokens_at = app_now() WHERE queue = $1`,
      [QUEUE],
    );
    expect((await admitPurchases(fixture.pool, QUEUE, 30, 1_000)).admitted.length).toBeLessThanOrEqual(6);

    await fixture.moveClock(10_000);
    await good(20);
    await judgeNetworks(fixture.pool);
    expect(await network()).toMatchObject({ status: 'operational', statusMessage: null, retryAfterMs: null });
    expect((await admitPurchases(fixture.pool, QUEUE, 30, 1_000)).admitted.length).toBeGreaterThan(6);
  });

  it('is done by one process at a time', async () => {
    await trouble(30);
    await inTransaction(fixture.pool, async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(5001)');
      expect(await judgeNetworks(fixture.pool)).toBeNull();
    });
    const rounds = await Promise.all(Array.from({ length: 5 }, () => judgeNetworks(fixture.pool)));
    expect(rounds.flatMap((round) => round?.changes ?? [])).toHaveLength(1);
  });

  it('closes a network whose queue could not finish in time, and opens it when it could', async () => {
    const account = await fixture.openAccount();
    await fixture.buyMany(account, 60);
    await judgeNetworks(fixture.pool);
    expect(await network()).toMatchObject({ status: 'operational' });

    await fixture.moveClock(300_000);
    await judgeNetworks(fixture.pool);
    expect(await network()).toMatchObject({
      status: 'unavailable',
      statusMessage: 'More purchases wait for this network than it can complete in time.',
    });
    expect((await network()).retryAfterMs).toBeGreaterThan(0);

    await addCalls(fixture.pool, [sum({ calls: 200, completed: 200 })]);
    await judgeNetworks(fixture.pool);
    expect(await network()).toMatchObject({ status: 'operational', statusMessage: null });
  });

  it('forgets old measurements', async () => {
    await good(5);
    await fixture.moveClock(2 * 3_600_000);
    await trouble(1);
    await forgetOldCalls(fixture.pool);
    expect(await readCallSums(fixture.pool, 600)).toEqual([
      expect.objectContaining({ kind: 'trouble', calls: 1 }),
    ]);
  });
});

describe('an operator’s override', () => {
  it('takes effect immediately, overrides measurements until it is cleared, and is recorded with its reason', async () => {
    const message = 'Maintenance';
    const override = { networkId: NETWORK, status: 'unavailable', message, until: null } as const;
    expect(await overrideNetwork(fixture.pool, override, ACTOR)).toBe(true);
    expect(await network()).toMatchObject({ status: 'unavailable', statusMessage: message });
    await good(100);
    await judgeNetworks(fixture.pool);
    expect(await network()).toMatchObject({ status: 'unavailable', statusMessage: message });

    expect(await clearOverride(fixture.pool, NETWORK, ACTOR)).toBe(true);
    expect(await clearOverride(fixture.pool, NETWORK, ACTOR)).toBe(false);
    await judgeNetworks(fixture.pool);
    expect(await network()).toMatchObject({ status: 'operational', statusMessage: null });

    const { rows } = await fixture.pool.query(
      `SELECT action, principal_id AS operator, reason FROM audit_log WHERE subject = $1 ORDER BY id`,
      [NETWORK],
    );
    expect(rows).toEqual([
      { action: 'network_override', ...ACTOR },
      { action: 'network_override_clear', ...ACTOR },
    ]);
  });

  it('ends by itself if it has an end', async () => {
    const until = new Date(Date.now() + 24 * 3_600_000);
    const override = { networkId: NETWORK, status: 'operational', message: null, until } as const;
    await overrideNetwork(fixture.pool, override, ACTOR);
    await trouble(30);
    await judgeNetworks(fixture.pool);
    expect(await network()).toMatchObject({ status: 'operational' });
    await fixture.moveClock(48 * 3_600_000);
    await judgeNetworks(fixture.pool);
    const [health] = (await listNetworkHealth(fixture.pool)).filter(({ networkId }) => networkId === NETWORK);
    expect(health).toMatchObject({ overrideStatus: null, phase: 'unavailable', status: 'unavailable' });
  });

  it('exists only for a network that exists', async () => {
    const override = { networkId: 'net_none', status: 'degraded', message: 'x', until: null } as const;
    expect(await overrideNetwork(fixture.pool, override, ACTOR)).toBe(false);
  });
});

describe('our wallets at gateways', () => {
  it('are read by one process per minute, and warn below the minimum', async () => {
    await judgeNetworks(fixture.pool);
    const claims = await Promise.all(
      Array.from({ length: 4 }, () => claimWalletReading(fixture.pool, NETWORK, 60_000)),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    await storeWallet(fixture.pool, NETWORK, { available: '99.99', currency: 'USD', minimum: '100' });
    await judgeNetworks(fixture.pool);
    expect(await network()).toMatchObject({ status: 'degraded' });
    expect(await listNetworkHealth(fixture.pool)).toContainEqual(
      expect.objectContaining({ networkId: NETWORK, cause: 'wallet' }),
    );
    await storeWallet(fixture.pool, NETWORK, { available: '100.00', currency: 'USD', minimum: '100' });
    await judgeNetworks(fixture.pool);
    expect(await network()).toMatchObject({ status: 'operational' });
  });
});
