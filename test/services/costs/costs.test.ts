import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDeliveryCosts } from '../../../db/costs/delivered.ts';
import { type MarginBy, readMargins } from '../../../db/costs/margins.ts';
import { importPrices, type RoutePrice } from '../../../db/costs/prices.ts';
import { addRate } from '../../../db/costs/rates.ts';
import type { PurchaseId } from '../../../domain/ids.ts';
import { reconcileDay } from '../../../services/purchases/reconcile.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { listBelowCost, renderMargin } from '../../../services/staff/margins.ts';
import { NETWORK, PRICE } from '../../support/purchases/fixture.ts';
import { CALL } from '../../support/purchases/gateway.ts';
import { createTwoGateways, runPurchase, type TwoGateways } from '../../support/routes/two-gateways.ts';

const ACTOR = { operator: 'test', reason: 'a price list' };
const CURRENCY = 'NGN';

let network: TwoGateways;
beforeAll(async () => {
  network = await createTwoGateways();
});
afterAll(() => network.close());

let from: Date;
beforeEach(async () => {
  const { rows } = await network.pool.query<{ at: Date }>('SELECT app_now() AS at');
  from = rows[0]?.at ?? new Date();
});

function price(change: Partial<RoutePrice>): RoutePrice {
  return {
    networkId: NETWORK,
    route: 'main',
    bundleId: 'bnd_1gb',
    cost: '1.10',
    currency: 'USD',
    validFrom: null,
    validUntil: null,
    ...change,
  };
}

async function delivered(told: Parameters<TwoGateways['buyTold']>[0] = {}): Promise<PurchaseId> {
  const id = await network.buyTold(told);
  await runPurchase(network, id);
  expect(await network.statusOf(id)).toMatchObject({ status: 'successful' });
  return id;
}

const margins = (by: MarginBy) =>
  readMargins(network.pool, { from, to: new Date(Date.now() + 60_000) }, by).then((found) =>
    found.map(renderMargin),
  );
/** What the gateway's list of today says about a purchase that the books do not. */
async function reconcile(route: string, id: PurchaseId) {
  const day = new Date(new Date().toISOString().slice(0, 10));
  const span = { from: day, to: new Date(day.getTime() + 86_400_000) };
  const found = await reconcileDay(
    network.ports,
    { networkId: NETWORK, livemode: true, route, ...span },
    CALL,
  );
  if (found.kind !== 'reconciled') throw new Error(found.kind);
  return found.findings.filter(({ subject }) => subject === id);
}

const costs = (id: PurchaseId) => readDeliveryCosts(network.pool, id);

describe('what a delivery cost', () => {
  it('is the price of its gateway when its order was sent, whatever the price is afterwards', async () => {
    const pending = await network.buyTold({ dtone: { answer: 'reset', end_after_ms: 0 } });
    const first = { purchaseId: pending, attempt: 1, nextActionMs: 3_000 };
    expect(await submitPurchase(network.ports, first, CALL)).toMatchObject({ kind: 'unknown' });
    expect(await costs(pending)).toEqual([]);
    expect(await importPrices(network.pool, [price({})], ACTOR)).toEqual({ kind: 'imported', count: 1 });
    await expect
      .poll(async () => {
        await network.ports.inquirer.inquire(
          { purchaseId: pending, source: 'inquiry', endWorkflow: false },
          CALL,
        );
        return (await network.statusOf(pending)).status;
      })
      .toBe('successful');
    expect(await costs(pending)).toEqual([
      { route: 'main', cost: '1.00', currency: 'USD', source: 'price', rate: null },
    ]);
    expect(await costs(await delivered())).toMatchObject([{ cost: '1.10' }]);
  });

  it('ends with its price list, and a price in the past is refused', async () => {
    const validUntil = new Date(Date.now() + 10_000);
    await importPrices(network.pool, [price({ cost: '0.70', validUntil })], ACTOR);
    expect(await costs(await delivered())).toMatchObject([{ cost: '0.70' }]);
    // Not by a moved clock: gateways then take orders for sent in the future.
    await expect
      .poll(async () => (await costs(await delivered())).map(({ cost }) => cost), {
        timeout: 120_000,
        interval: 500,
      })
      .toEqual(['1.10']);
    const past = price({ validFrom: new Date(Date.now() - 60_000) });
    expect(await importPrices(network.pool, [past, price({ bundleId: 'bnd_none' })], ACTOR)).toMatchObject({
      kind: 'wrong',
      why: 'past',
      prices: [{ bundleId: 'bnd_1gb' }],
    });
    const later = price({ validFrom: new Date(Date.now() + 3_600_000) });
    expect(await importPrices(network.pool, [later], ACTOR)).toMatchObject({ kind: 'imported' });
    expect(await importPrices(network.pool, [later], ACTOR)).toMatchObject({ why: 'repeated' });
    await expect(network.pool.query(`UPDATE route_prices SET cost = 0`)).rejects.toThrow('append-only');
  });

  it('is what the gateway lists, if the price says otherwise; reconciliation finds it once', async () => {
    const id = await delivered();
    expect(await reconcile('main', id)).toEqual([
      { subject: id, kind: 'other_cost', detail: '1 USD there, 1.10 USD by its price' },
    ]);
    expect(await reconcile('main', id)).toEqual([]);
    expect(await costs(id)).toEqual([
      { route: 'main', cost: '1', currency: 'USD', source: 'list', rate: null },
    ]);
  });

  it("is compared with Reloadly's report: the balance before and after each order", async () => {
    const other = { route: 'reloadly', currency: CURRENCY };
    const refused = { dtone: { refuse: 'product_unavailable' } } as const;
    await importPrices(network.pool, [price({ ...other, cost: '490' })], ACTOR);
    const asPriced = await delivered(refused);
    expect(await reconcile('reloadly', asPriced)).toEqual([]);
    expect(await costs(asPriced)).toMatchObject([{ route: 'reloadly', cost: '490', source: 'price' }]);

    await importPrices(network.pool, [price({ ...other, cost: '489.99' })], ACTOR);
    const dearer = await delivered(refused);
    expect(await reconcile('reloadly', dearer)).toEqual([
      { subject: dearer, kind: 'other_cost', detail: '490 NGN there, 489.99 NGN by its price' },
    ]);
    expect(await reconcile('reloadly', dearer)).toEqual([]);
    expect(await costs(dearer)).toEqual([
      { route: 'reloadly', cost: '490', currency: CURRENCY, source: 'list', rate: '1' },
    ]);
    await importPrices(network.pool, [price({ route: 'reloadly', cost: '1.25' })], ACTOR);
  });
});

describe('the margin', () => {
  it('is known only with a rate, which later ones do not change', async () => {
    await delivered();
    expect(await margins('network')).toMatchObject([
      { key: NETWORK, deliveries: 1, without_cost: 1, margin: { amount: 0 }, margin_percent: null },
    ]);
    await addRate(network.pool, { currency: 'USD', into: CURRENCY, rate: '5' }, ACTOR);
    await delivered();
    await addRate(network.pool, { currency: 'USD', into: CURRENCY, rate: '20' }, ACTOR);
    const [found] = await margins('network');
    // 1.10 USD at 5 is 5.50 NGN.
    expect(found).toMatchObject({
      deliveries: 2,
      without_cost: 1,
      revenue: { amount: 2 * PRICE, currency: CURRENCY },
      cost: { amount: 550, currency: CURRENCY },
      margin: { amount: PRICE - 550, currency: CURRENCY },
      margin_percent: 45,
    });
  });

  it('counts both gateways of a double delivery, and what the client paid once', async () => {
    const id = await delivered({ dtone: { answer: 'reset', hidden_for_ms: 8_000, end_after_ms: 0 } });
    await expect
      .poll(async () => {
        await network.hint(id);
        return (await costs(id)).map(({ route, cost }) => `${route} ${cost}`);
      })
      .toEqual(['main 1.10', 'reloadly 1.25']);
    const rows = await margins('bundle');
    expect(rows).toMatchObject([
      {
        key: 'bnd_1gb',
        deliveries: 2,
        second_deliveries: 1,
        revenue: { amount: PRICE },
        cost: { amount: (110 + 125) * 20 },
        margin: { amount: PRICE - 4_700 },
      },
    ]);
    expect((await margins('route')).map(({ key, deliveries }) => [key, deliveries])).toEqual([
      [`${NETWORK} main`, 1],
      [`${NETWORK} reloadly`, 1],
    ]);
    expect((await margins('day')).map(({ key }) => key)).toEqual([new Date().toISOString().slice(0, 10)]);
    expect(await margins('account')).toMatchObject([{ key: expect.stringMatching(/^acc_/) }]);
  });
});

it('lists a bundle that is sold for less than what a gateway takes that may get the purchase', async () => {
  const { pool } = network;
  await pool.query(
    `INSERT INTO account_bundles (account_id, bundle_id, price) SELECT id, 'bnd_1gb', 2200 FROM accounts`,
  );
  const dearer = { networkId: NETWORK, bundleId: 'bnd_1gb', price: 2200, currency: CURRENCY };
  expect(await listBelowCost(pool)).toMatchObject([{ ...dearer, cost: '25.00', route: 'reloadly' }]);
  await pool.query(
    `INSERT INTO network_routes (network_id, route, draining_since) VALUES ('${NETWORK}', 'reloadly', app_now())`,
  );
  expect(await listBelowCost(pool)).toEqual([]);
  await importPrices(pool, [price({ cost: '1.10001' })], ACTOR);
  expect(await listBelowCost(pool)).toMatchObject([
    {
      networkId: NETWORK,
      bundleId: 'bnd_1gb',
      price: 2200,
      currency: CURRENCY,
      cost: '22.00020',
      route: 'main',
    },
  ]);
});
