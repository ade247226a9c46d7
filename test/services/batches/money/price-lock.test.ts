import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setAccountBundle } from '../../../../db/accounts/accounts.ts';
import { setPriceLock } from '../../../../db/accounts/price-lock.ts';
import { resumeFundedBatches } from '../../../../db/batches/resume.ts';
import { createCatalogue } from '../../../../services/catalogue/catalogue.ts';
import { verifyInvariants } from '../../../../services/invariants/verify.ts';
import { atPrice } from '../../../support/batches/at-price.ts';
import {
  addClient,
  authorized,
  type BatchFixture,
  confirmAll,
  createBatchFixture,
  fund,
  getBatch,
  goodFile,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  releaseOnce,
  setWindow,
  uploaded,
} from '../../../support/batches/fixture.ts';
import { settleOne } from '../../../support/batches/settle-one.ts';

const HOUR_MS = 3_600_000;
const naira = (amount: number) => ({ amount, currency: 'NGN' });

async function lockPrices({ pool, client }: BatchFixture, hours: number): Promise<void> {
  const actor = { operator: 'test', reason: 'test' };
  expect(await setPriceLock(pool, client.accountId, hours, actor)).toBe(true);
}

function started(fixture: BatchFixture, reference: string, rows: number) {
  return uploaded(fixture, goodFile(rows), { reference });
}

/** As when the hours are over. */
async function endLock({ pool }: BatchFixture, reference: string): Promise<void> {
  await pool.query({
    text: `UPDATE batches SET prices_locked_until = app_now() WHERE reference = $1`,
    values: [reference],
  });
}

describe('a campaign of an account with a price lock', () => {
  let fixture: BatchFixture;
  beforeEach(async () => {
    fixture = await createBatchFixture(100 * PRICE);
    await lockPrices(fixture, 48);
  });
  afterEach(() => fixture.close());

  it('[batch.price_lock] buys at the prices of its check, whether they rise or fall', async () => {
    const batch = await started(fixture, 'locked', 4);
    expect(Date.parse(batch.prices_locked_until ?? '') - Date.parse(batch.validated_at ?? '')).toBe(
      48 * HOUR_MS,
    );
    await setWindow(fixture.pool, 2);
    expect(await releaseOnce(await atPrice(fixture, 3 * PRICE), batch.id)).toMatchObject({ released: 2 });
    await setWindow(fixture.pool, 4);
    expect(await releaseOnce(await atPrice(fixture, 1), batch.id)).toMatchObject({ released: 2 });
    const held = await getBatch(fixture, batch.id);
    expect(held).toMatchObject({ held: naira(4 * PRICE), not_spent: naira(0), pause: null });
    await confirmAll(fixture);
    expect(await getBatch(fixture, batch.id)).toMatchObject({ charged: naira(4 * PRICE), held: naira(0) });
    const { rows } = await fixture.pool.query<{ amount: number }>(
      `SELECT amount FROM statement_lines WHERE type = 'purchase'`,
    );
    expect(rows.map(({ amount }) => amount)).toEqual(Array(4).fill(-PRICE));
  });

  it('[batch.price_lock] pays the prices of the day once the lock has ended', async () => {
    const free = await started(fixture, 'ended', 2);
    await endLock(fixture, 'ended');
    const dearer = await atPrice(fixture, 2 * PRICE);
    expect(await releaseOnce(dearer, free.id)).toMatchObject({ released: 2 });
    expect(await getBatch(fixture, free.id)).toMatchObject({ held: naira(4 * PRICE) });
  });

  it('[batch.price_changed] pauses with price_changed after the lock, if a cost was agreed', async () => {
    const options = { reference: 'agreed', start: 'manual' };
    const { id, cost } = await uploaded(await atPrice(fixture, PRICE), goodFile(2), options);
    const payload = { approved_cost: cost };
    await fixture.app.inject({
      method: 'POST',
      url: `/v1/batches/${id}/start`,
      headers: authorized(fixture),
      payload,
    });
    await endLock(fixture, 'agreed');
    const dearer = await atPrice(fixture, PRICE + 1);
    expect(await releaseOnce(dearer, id)).toMatchObject({ released: 1, state: 'paused' });
    expect(await getBatch(fixture, id)).toMatchObject({ pause: { code: 'price_changed' } });
  });

  it('waits for the locked price if the balance does not cover it', async () => {
    const client = await addClient(fixture.pool, 2 * PRICE);
    const own = { ...fixture, client };
    await lockPrices(own, 48);
    const { id } = await started(own, 'short', 3);
    const dearer = await atPrice(own, 5 * PRICE);
    expect(await releaseOnce(dearer, id)).toMatchObject({ released: 2, state: 'paused' });
    const { rows } = await fixture.pool.query<{ needs: number }>(
      `SELECT pause_needs AS needs FROM batches WHERE reference = 'short'`,
    );
    expect(rows).toEqual([{ needs: PRICE }]);
    await fund(fixture.pool, client.accountId, PRICE);
    expect(await resumeFundedBatches(fixture.pool)).toBe(1);
    expect(await releaseOnce(dearer, id)).toMatchObject({ released: 1, state: 'running' });
  });

  it('leaves campaigns that were checked without a lock at the prices of the day', async () => {
    const { id: locked } = await started(fixture, 'locked', 1);
    await lockPrices(fixture, 0);
    const { id, prices_locked_until } = await uploaded(
      fixture,
      `phone_number,bundle_id\n${phoneNumber(500)},${MTN_BUNDLE}\n`,
      { reference: 'unlocked' },
    );
    expect(prices_locked_until).toBeNull();
    const dearer = await atPrice(fixture, 2 * PRICE);
    await releaseOnce(dearer, id);
    await releaseOnce(dearer, locked);
    expect(await getBatch(fixture, id)).toMatchObject({ held: naira(2 * PRICE) });
    expect(await getBatch(fixture, locked)).toMatchObject({ held: naira(PRICE) });
  });

  it('does not buy a bundle that is no longer sold', async () => {
    const { id } = await started(fixture, 'withdrawn', 1);
    await fixture.pool.query(`UPDATE bundles SET withdrawn_at = app_now() WHERE id = '${MTN_BUNDLE}'`);
    await releaseOnce(await atPrice(fixture, PRICE), id);
    expect((await getBatch(fixture, id)).counts).toMatchObject({ refused: 1, pending: 0 });
  });
});

describe('prices that change while campaigns are released at the same time', () => {
  let fixture: BatchFixture;
  beforeAll(async () => {
    fixture = await createBatchFixture(10_000 * PRICE);
  });
  afterAll(() => fixture.close());

  it('[batch.price_lock] never change what a row with a locked price costs, and the books agree', async () => {
    await lockPrices(fixture, 24);
    const { id: locked } = await started(fixture, 'locked', 60);
    await lockPrices(fixture, 0);
    const others = Array.from({ length: 60 }, (_, at) => `${phoneNumber(200 + at)},${MTN_BUNDLE}`);
    const free = await uploaded(fixture, ['phone_number,bundle_id', ...others].join('\n'), {
      reference: 'free',
    });

    for (let round = 1; round <= 12; round += 1) {
      const price = PRICE + 37 * round;
      const fresh = { ...fixture, release: { ...fixture.release, catalogue: createCatalogue(fixture.pool) } };
      await Promise.all([
        setAccountBundle(fixture.pool, fixture.client.accountId, MTN_BUNDLE, price),
        ...[locked, free.id].flatMap((id) => [releaseOnce(fixture, id), releaseOnce(fresh, id)]),
      ]);
      for (const as of ['confirmed', 'refused', 'reversed'] as const) await settleOne(fixture, as);
    }
    await confirmAll(fixture);
    const { rows } = await fixture.pool.query<{ reference: string; lowest: number; highest: number }>(
      `SELECT b.reference, min(p.price)::int AS lowest, max(p.price)::int AS highest
         FROM purchases p JOIN batches b ON b.id = p.batch_id
        GROUP BY b.reference ORDER BY b.reference`,
    );
    expect(rows[1]).toEqual({ reference: 'locked', lowest: PRICE, highest: PRICE });
    expect(rows[0]?.highest).toBeGreaterThanOrEqual(PRICE);
    const { charged, refunded, held, not_spent, cost } = await getBatch(fixture, locked);
    expect(charged.amount - refunded.amount + held.amount + not_spent.amount).toBe(cost.amount);
    expect(charged.amount).toBeLessThanOrEqual(cost.amount);
    const sources = { pool: fixture.pool, temporal: null, books: null, recheckAfterMs: 0 };
    const { results } = await verifyInvariants(sources);
    expect(results.filter(({ kind }) => kind === 'broken')).toEqual([]);
  });
});
