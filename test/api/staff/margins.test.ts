import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAccountBundle } from '../../../db/accounts/accounts.ts';
import type { PurchaseId } from '../../../domain/ids.ts';
import { GLO_BUNDLE, MTN_BUNDLE, MTN_LARGE_BUNDLE } from '../../support/api/fixture.ts';
import { errorOf } from '../../support/api/http.ts';
import { openShop, type Shop, type Wish } from '../../support/costs/shop.ts';
import { browse, organisationOf, trustedAs } from '../../support/people/fixture.ts';
import { staffCalls } from '../../support/people/staff-calls.ts';

/** Kobo that hide no error of rounding. */
const SMALL = 33_333;
const LARGE = 100_001;
const LARGE_FOR_OTHER = 90_007;
/** A ten-thousandth of a kobo more, in NGN. */
const TOO_MUCH = '900.070001';
const GLO = 20_003;
/** Costs in dollars with six places, and a rate with three: a kobo is the seventh place of their product. */
const SMALL_COST = '0.217437';
const LARGE_COST = '0.612345';
const RATE = '1532.537';

const today = () => new Date().toISOString().slice(0, 10);
const ngn = (amount: number) => ({ amount, currency: 'NGN' });

let shop: Shop;
let calls: Awaited<ReturnType<typeof staffCalls>>;
/** The deliveries of each kind of bundle. */
const small: PurchaseId[] = [];
const large: PurchaseId[] = [];

beforeAll(async () => {
  shop = await openShop();
  const { api, other } = shop;
  calls = await staffCalls(api, { ada: 'operator', bola: 'support' });
  const { accountId } = api.client;
  for (const [bundle, price] of [
    [MTN_BUNDLE, SMALL],
    [MTN_LARGE_BUNDLE, LARGE],
    [GLO_BUNDLE, GLO],
  ] as const)
    await setAccountBundle(api.pool, accountId, bundle, price);
  await setAccountBundle(api.pool, other.accountId, MTN_LARGE_BUNDLE, LARGE_FOR_OTHER);
  const priced = await shop.addPrices(
    `net_mtn,main,${MTN_BUNDLE},${SMALL_COST},USD,,`,
    `net_mtn,main,${MTN_LARGE_BUNDLE},${LARGE_COST},USD,,`,
  );
  expect(priced).toMatchObject({ exitCode: 0, out: expect.stringContaining('2 prices added.') });
  expect(await shop.cli('margin', 'rate', 'USD', 'NGN', RATE, '--reason', 'bank')).toMatchObject({
    exitCode: 0,
  });
  await buyAll();
});
afterAll(() => shop.close());

/** What is delivered, and what must not count: a refusal, a reversal, and a bundle without a cost. */
async function buyAll(): Promise<void> {
  const wishes: readonly Wish[] = [
    { bundleId: MTN_BUNDLE },
    { bundleId: MTN_BUNDLE },
    { bundleId: MTN_BUNDLE },
    { bundleId: MTN_LARGE_BUNDLE },
    { bundleId: MTN_LARGE_BUNDLE, client: shop.other },
    { bundleId: GLO_BUNDLE },
  ];
  for (const wish of wishes) {
    const id = await shop.buy(wish);
    expect(await shop.read(id)).toMatchObject({ status: 'successful' });
    if (wish.bundleId === MTN_BUNDLE) small.push(id);
    if (wish.bundleId === MTN_LARGE_BUNDLE) large.push(id);
  }
  const refused = await shop.buy({ bundleId: MTN_BUNDLE, script: { end: 'DECLINED' } });
  expect(await shop.read(refused)).toMatchObject({ status: 'failed' });
  await shop.buy({ bundleId: MTN_BUNDLE, script: { reverse_after_ms: 1 } });
}

/** The cost of deliveries in kobo, rounded once, half up: a second calculation, with whole numbers. */
function costInKobo(...costs: readonly string[]): number {
  const whole = (text: string) => BigInt(text.replace('.', ''));
  // Six places of the cost and three of the rate, of which two are kobo.
  const unit = 10n ** 7n;
  const sum = costs.reduce((all, cost) => all + whole(cost) * whole(RATE), 0n);
  return Number((2n * sum + unit) / (2n * unit));
}

const MTN_COST = () => costInKobo(SMALL_COST, SMALL_COST, SMALL_COST, LARGE_COST, LARGE_COST);
const read = (query: string, name = 'ada') => calls.done(name, `/margins?from=${today()}${query}`);

describe('GET /v1/staff/margins', () => {
  it('adds up to the kobo what was bought, by network', async () => {
    const prices = await Promise.all([...small, ...large].map(async (id) => (await shop.read(id)).price));
    const revenue = prices.reduce((sum, price) => sum + price, 0);
    expect(revenue).toBe(3 * SMALL + LARGE + LARGE_FOR_OTHER);
    const margin = revenue - MTN_COST();
    expect(await read('')).toEqual({
      object: 'list',
      has_more: false,
      data: [
        {
          key: 'net_glo',
          name: 'Glo',
          deliveries: 1,
          second_deliveries: 0,
          without_cost: 1,
          revenue: ngn(GLO),
          cost: ngn(0),
          margin: ngn(0),
          margin_percent: null,
        },
        {
          key: 'net_mtn',
          name: 'MTN',
          deliveries: 5,
          second_deliveries: 0,
          without_cost: 0,
          revenue: ngn(revenue),
          cost: ngn(MTN_COST()),
          margin: ngn(margin),
          margin_percent: Math.round((margin / revenue) * 10_000) / 100,
        },
      ],
    });
  });

  it('by bundle', async () => {
    const { data } = await read('&by=bundle');
    expect(data.map((one: { key: string }) => one.key)).toEqual([GLO_BUNDLE, MTN_LARGE_BUNDLE, MTN_BUNDLE]);
    const taken = costInKobo(LARGE_COST, LARGE_COST);
    expect(data[1]).toMatchObject({
      deliveries: 2,
      revenue: ngn(LARGE + LARGE_FOR_OTHER),
      cost: ngn(taken),
      margin: ngn(LARGE + LARGE_FOR_OTHER - taken),
    });
    expect(data[2]).toMatchObject({ deliveries: 3, revenue: ngn(3 * SMALL) });
    expect(data[2].margin.amount).toBe(3 * SMALL - costInKobo(SMALL_COST, SMALL_COST, SMALL_COST));
  });

  it('by client, of whom one pays less than the cost, by gateway and by day, with the same sums', async () => {
    const byAccount = await read('&by=account');
    const ofOther = byAccount.data.find((one: { key: string }) => one.key === shop.other.accountId);
    expect(ofOther).toMatchObject({
      name: 'Test',
      deliveries: 1,
      revenue: ngn(LARGE_FOR_OTHER),
      cost: ngn(costInKobo(LARGE_COST)),
      margin: ngn(LARGE_FOR_OTHER - costInKobo(LARGE_COST)),
    });
    expect(ofOther.margin.amount).toBeLessThan(0);
    expect((await read('&by=route')).data.map((one: { key: string }) => one.key)).toEqual([
      'net_glo main',
      'net_mtn main',
    ]);
    const [day, ...more] = (await read('&by=day')).data;
    expect([more, day]).toMatchObject([
      [],
      {
        key: today(),
        deliveries: 6,
        without_cost: 1,
        revenue: ngn(3 * SMALL + LARGE + LARGE_FOR_OTHER + GLO),
        cost: ngn(MTN_COST()),
      },
    ]);
  });

  it('is what the command shows', async () => {
    for (const by of ['network', 'bundle', 'account', 'route', 'day']) {
      const { out, exitCode } = await shop.cli('margin', 'show', today(), '--by', by, '--json');
      expect([by, exitCode, JSON.parse(out)]).toEqual([by, 0, (await read(`&by=${by}`)).data]);
    }
  });

  it('does not change with a new price or rate, which hold for later orders', async () => {
    const before = await read('&by=network');
    expect(await shop.addPrices(`net_mtn,main,${MTN_BUNDLE},9.99,USD,,`)).toMatchObject({ exitCode: 0 });
    expect(await shop.cli('margin', 'rate', 'USD', 'NGN', '3000', '--reason', 'r')).toMatchObject({
      exitCode: 0,
    });
    expect(await read('&by=network')).toEqual(before);
  });

  it('has nothing for days without deliveries', async () => {
    expect((await calls.done('ada', '/margins?from=2026-01-01&to=2026-01-31')).data).toEqual([]);
  });

  it('is for the staff only, support included', async () => {
    const { api } = shop;
    expect((await read('', 'bola')).data).toHaveLength(2);
    const owner = await trustedAs(api, await organisationOf(api, api.client.accountId), 'owner');
    const path = `/v1/staff/margins?from=${today()}`;
    expect((await browse(api, path, { cookie: owner.cookie })).status).toBe(403);
    expect((await browse(api, path)).status).toBe(401);
    expect((await browse(api, path, { key: api.client.key })).status).toBe(401);
  });

  it.each([
    ['', 'from'],
    ['?from=2026-02-30', 'from'],
    ['?from=yesterday', 'from'],
    ['?from=2026-11-01&to=2026-10-31', 'to'],
    ['?from=2026-01-01&to=2026-04-03', 'to'],
    ['?from=2026-11-01&by=price', 'by'],
    ['?from=2026-11-01&until=2026-11-02', 'until'],
  ])('refuses %j, and names the field', async (query, param) => {
    const answer = await calls.ask('ada', `/margins${query}`);
    expect([answer.status, errorOf(answer).param]).toEqual([400, param]);
  });

  it('adds up 92 days, and not one more', async () => {
    expect((await calls.ask('ada', '/margins?from=2026-01-01&to=2026-04-02')).status).toBe(200);
  });
});

describe('GET /v1/staff/margins/below-cost', () => {
  it('names the client who pays least and the cheapest gateway, exactly', async () => {
    const list = () => calls.done('bola', '/margins/below-cost');
    const ofLarge = async () =>
      (await list()).data.find((one: { bundle_id: string }) => one.bundle_id === MTN_LARGE_BUNDLE);
    expect(await list()).toMatchObject({ object: 'list', has_more: false });
    const { pool, client } = shop.api;
    await setAccountBundle(pool, client.accountId, MTN_LARGE_BUNDLE, LARGE_FOR_OTHER + 1);
    await shop.addPrices(`net_mtn,main,${MTN_LARGE_BUNDLE},${LARGE_FOR_OTHER / 100},NGN,,`);
    expect(await ofLarge()).toBeUndefined();

    await shop.addPrices(`net_mtn,main,${MTN_LARGE_BUNDLE},${TOO_MUCH},NGN,,`);
    expect(await ofLarge()).toEqual({
      network_id: 'net_mtn',
      network_name: 'MTN',
      bundle_id: MTN_LARGE_BUNDLE,
      bundle_name: 'MTN 1 GB',
      account_id: shop.other.accountId,
      account_name: expect.stringMatching(/\S/),
      price: ngn(LARGE_FOR_OTHER),
      cost: TOO_MUCH,
      route: 'main',
    });
  });

  it('is for the staff only, and takes no parameters', async () => {
    const path = '/v1/staff/margins/below-cost';
    expect((await browse(shop.api, path, { key: shop.api.client.key })).status).toBe(401);
    expect((await calls.ask('ada', '/margins/below-cost?network_id=net_mtn')).status).toBe(400);
  });
});
