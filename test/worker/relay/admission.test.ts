import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { admitPurchases } from '../../../db/outbox/admission.ts';
import { completeRows, giveBackRows } from '../../../db/outbox/outbox.ts';
import { requeueSilent } from '../../../db/purchases/guard.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { createLedgerFixture, type LedgerFixture, QUEUE } from '../../support/purchases/fixture.ts';

let fixture: LedgerFixture;

beforeEach(async () => {
  fixture = await createLedgerFixture();
});
afterEach(() => fixture.close());

const LEASE_MS = 30_000;

function admit(limit: number) {
  return admitPurchases(fixture.pool, QUEUE, limit, LEASE_MS);
}

/** A pace that refills too slowly to matter, with so many tokens now. */
async function pace({ tokens, inFlightMax, perSecond = 0.001 }: Pace): Promise<void> {
  await fixture.pool.query(
    `UPDATE network_queues
        SET rate_per_second = $2, burst = $3, tokens = $3, in_flight_max = $4, tokens_at = app_now()
      WHERE queue = $1`,
    [QUEUE, perSecond, tokens, inFlightMax],
  );
}

interface Pace {
  readonly tokens: number;
  readonly inFlightMax: number;
  readonly perSecond?: number;
}

const PLENTY = 100_000;

/** Starts all that is admitted, as the relay does. */
async function start(limit: number): Promise<string[]> {
  const { admitted } = await admit(limit);
  await completeRows(
    fixture.pool,
    admitted.map(({ outboxId }) => outboxId),
  );
  return admitted.map(({ purchaseId }) => purchaseId);
}

describe('admission', () => {
  it('by several concurrent relays starts no purchase twice and takes no more tokens than there are', async () => {
    await pace({ tokens: 100, inFlightMax: PLENTY });
    await fixture.buyMany(await fixture.openAccount(), 300);
    const relays = Array.from({ length: 6 }, async () => {
      const started: string[] = [];
      for (let page = 0; page < 6; page++) started.push(...(await start(7)));
      return started;
    });
    const started = (await Promise.all(relays)).flat();
    expect(new Set(started).size).toBe(started.length);
    expect(started).toHaveLength(100);
  });

  it('refills its tokens by the clock, up to the burst', async () => {
    await pace({ tokens: 20, inFlightMax: PLENTY, perSecond: 10 });
    await fixture.buyMany(await fixture.openAccount(), 100);
    expect(await start(64)).toHaveLength(20);
    await fixture.moveClock(1_000);
    expect((await start(64)).length).toBeGreaterThanOrEqual(10);
    await fixture.moveClock(60_000);
    expect(await start(64)).toHaveLength(20);
  });

  it('keeps the budget of purchases in flight over all relays, and uses room that is freed', async () => {
    await pace({ tokens: PLENTY, inFlightMax: 10 });
    const accounts = await Promise.all(Array.from({ length: 4 }, () => fixture.openAccount()));
    await Promise.all(accounts.map((account) => fixture.buyMany(account, 10)));
    const started = (await Promise.all([start(7), start(7), start(7)])).flat();
    expect(started).toHaveLength(10);
    expect(await admit(7)).toMatchObject({ admitted: [], stoppedBy: 'in_flight' });

    await fixture.pool.query(
      `UPDATE purchases SET status = 'failed', failure_code = 'network_error', completed_at = app_now()
        WHERE dispatched_at IS NOT NULL AND id IN (SELECT id FROM purchases WHERE dispatched_at IS NOT NULL LIMIT 4)`,
    );
    expect(await start(64)).toHaveLength(4);
  });

  it("leaves room for a second account's purchase when another has filled its share with silent ones", async () => {
    await pace({ tokens: PLENTY, inFlightMax: 40 });
    const [crowd, other] = [await fixture.openAccount(), await fixture.openAccount()];
    await fixture.buyMany(crowd, 80);
    for (let pass = 0; pass < 4; pass++) await start(32);
    expect(await admit(32)).toMatchObject({ admitted: [], stoppedBy: 'in_flight' });

    const [bought] = await fixture.buyMany(other, 1);
    expect(await start(32)).toEqual([bought]);
  });

  it("holds an account to its share over its single purchases and its campaigns' rows together", async () => {
    await pace({ tokens: PLENTY, inFlightMax: 40 });
    const account = await fixture.openAccount();
    await fixture.buyMany(account, 25);
    await fixture.pool.query(`UPDATE outbox SET priority = 2`);
    await fixture.buyMany(account, 25);
    expect(await start(64)).toHaveLength(30);
    expect(await start(64)).toHaveLength(0);
  });

  it('removes the start of a purchase that was settled meanwhile', async () => {
    const account = await fixture.openAccount();
    const [settled, live] = await fixture.buyMany(account, 2);
    if (settled === undefined || live === undefined) throw new Error('two were bought');
    await fixture.pool.query(
      `UPDATE purchases SET status = 'failed', failure_code = 'network_error', completed_at = app_now() WHERE id = $1`,
      [uuidOf('pur', settled)],
    );
    expect((await admit(10)).admitted.map(({ purchaseId }) => purchaseId)).toEqual([live]);
    const { rowCount } = await fixture.pool.query(`SELECT FROM outbox WHERE subject_id = $1`, [
      uuidOf('pur', settled),
    ]);
    expect(rowCount).toBe(0);
  });
});

describe('a full budget', () => {
  it('does not block purchases that a relay admitted before it died', async () => {
    await pace({ tokens: PLENTY, inFlightMax: 7 });
    await fixture.buyMany(await fixture.openAccount(), 8);
    const died = await admit(64);
    expect(died.admitted).toHaveLength(5);
    expect((await admit(64)).admitted).toHaveLength(0);

    await fixture.moveClock(LEASE_MS + 1);
    const again = await admit(64);
    expect(again.admitted.map(({ purchaseId }) => purchaseId).sort()).toEqual(
      died.admitted.map(({ purchaseId }) => purchaseId).sort(),
    );
  });

  it('does not block purchases that could not be started while Temporal was down', async () => {
    await pace({ tokens: PLENTY, inFlightMax: 7 });
    await fixture.buyMany(await fixture.openAccount(), 20);
    for (let pass = 0; pass < 4; pass++) {
      const { admitted } = await admit(64);
      await giveBackRows(
        fixture.pool,
        admitted.map(({ outboxId }) => outboxId),
        1_000,
      );
      await fixture.moveClock(1_001);
    }
    expect(await start(64)).toHaveLength(5);
  });

  it('does not block purchases whose workflows were lost', async () => {
    await pace({ tokens: PLENTY, inFlightMax: 7 });
    await fixture.buyMany(await fixture.openAccount(), 8);
    const lost = await start(64);
    expect(lost).toHaveLength(5);
    await fixture.moveClock(LEASE_MS + 61_000);
    expect(await requeueSilent(fixture.pool, 60_000, 500)).toBe(5);
    expect((await start(64)).sort()).toEqual(lost.sort());
  });
});
