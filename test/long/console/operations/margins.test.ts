import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages as french } from '../../../../console/src/locales/fr.ts';
import {
  marginsOf,
  readMarginSearch,
  withFrom,
  withTo,
} from '../../../../console/src/operations/margins/search.ts';
import { totalsOf } from '../../../../console/src/operations/margins/totals.ts';
import type { StaffMargin } from '../../../../console/src/operations/types.ts';
import { writeDecimal } from '../../../../console/src/ui/amount.ts';
import { GLO_BUNDLE, MTN_BUNDLE, MTN_LARGE_BUNDLE, startApi } from '../../../support/api/fixture.ts';
import { faultsEverywhere, openStaffConsole, SLOW } from '../../../support/console/open.ts';
import { openShop, type Shop } from '../../../support/costs/shop.ts';

const today = () => new Date().toISOString().slice(0, 10);

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  // The client pays NGN 10.00: the small bundle leaves 4.00, the large one costs 2.50 more, of the third nothing is known.
  await shop.addPrices(
    `net_mtn,main,${MTN_BUNDLE},6.00,NGN,,`,
    `net_mtn,main,${MTN_LARGE_BUNDLE},12.50,NGN,,`,
  );
  for (const bundleId of [MTN_BUNDLE, MTN_BUNDLE, MTN_LARGE_BUNDLE, GLO_BUNDLE]) await shop.buy({ bundleId });
});
afterAll(() => shop.close());

it('support sees what was earned, and in words what was sold below cost', async (context) => {
  const { api } = shop;
  const { page, errors, foreign, close } = await openStaffConsole(context, api, 'support');
  const row = (name: RegExp) => page.getByRole('row', { name });
  try {
    await page.goto(`${api.baseUrl}/operations`);
    await page.getByRole('navigation').getByRole('link', { name: 'Margins' }).click();
    await row(/^MTN Above cost ₦30\.00 ₦24\.50 ₦5\.50 18\.3% 3 0 0$/).waitFor(SLOW);
    await row(/^Glo Cost unknown ₦10\.00 – – – 1 0 1$/).waitFor(SLOW);
    await row(/^Total in NGN Cost partly unknown ₦40\.00 ₦24\.50 ₦5\.50 18\.3% 4 0 1$/).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.getByLabel('Show by').selectOption({ label: 'Bundle' });
    await row(/bnd_mtn_large Below cost ₦10\.00 ₦12\.50 -₦2\.50 -25% 1 0 0$/).waitFor(SLOW);
    await row(/bnd_mtn_small Above cost ₦20\.00 ₦12\.00 ₦8\.00 40% 2 0 0$/).waitFor(SLOW);
    await page.getByText('1 row is below cost: gateways took more than clients paid.').waitFor(SLOW);
    await page.getByRole('heading', { name: 'Sold below cost now' }).waitFor(SLOW);
    await row(/^\S.* bnd_mtn_large MTN Test ₦10\.00 ₦12\.50 main$/).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.getByLabel('Show by').selectOption({ label: 'Client' });
    const account = row(/^Test Cost partly unknown ₦40\.00 ₦24\.50 ₦5\.50/);
    await account.getByRole('link', { name: 'Test' }).click();
    await page.waitForURL(`**/operations/accounts/${api.client.accountId}`);
    expect([errors, foreign]).toEqual([[], []]);
  } finally {
    await close();
  }
});

it('an address keeps the days and the choice, and a day leads to its bundles', async (context) => {
  const { api } = shop;
  const { page, errors, close } = await openStaffConsole(context, api, 'finance');
  try {
    await page.goto(`${api.baseUrl}/operations/margins?from=${today()}&to=${today()}&by=day`);
    const day = page.locator('tbody').getByRole('row', { name: /Cost partly unknown ₦40\.00/ });
    await day.waitFor(SLOW);
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(today());
    await day.getByRole('link').click();
    await page.getByRole('row', { name: /bnd_mtn_large Below cost/ }).waitFor(SLOW);
    expect(new URL(page.url()).searchParams.get('by')).toBe('bundle');
    await page.getByLabel('To', { exact: true }).fill('2026-01-31');
    await page.getByText('Nothing was delivered on these days').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('the palette leads to it, in French too', async (context) => {
  const { api } = shop;
  const { page, errors, close } = await openStaffConsole(context, api, 'operator');
  try {
    await page.goto(`${api.baseUrl}/operations`);
    await page.getByRole('button', { name: 'Search or go to' }).waitFor(SLOW);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor(SLOW);
    await page.keyboard.type('french');
    await page.getByRole('menuitem', { name: /French$/ }).click();
    await page.getByRole('link', { name: 'Marges' }).waitFor(SLOW);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor(SLOW);
    await page.keyboard.type('marges');
    await page.getByRole('menuitem', { name: 'Marges', exact: true }).click();
    await page.getByLabel(french['margins.by']).selectOption({ label: 'Forfait' });
    await page.getByText(french['margins.below']).first().waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('a live account on simulated networks is not called live', async (context) => {
  const api = await startApi({ simulatedNetworks: true });
  const { page, errors, close } = await openStaffConsole(context, api, 'support');
  try {
    await page.goto(`${api.baseUrl}/operations/accounts`);
    await page.getByRole('row', { name: /Simulated networks/ }).waitFor(SLOW);
    expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor(SLOW);
    await page.keyboard.type('Test');
    await page.getByRole('menuitem', { name: /^Test – Simulated networks$/ }).waitFor(SLOW);
    await page.goto(`${api.baseUrl}/operations/accounts/${api.client.accountId}`);
    await page.getByText('No real bundle is bought.').waitFor(SLOW);
    expect(await page.getByText('Real money and real networks.').count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
    await api.close();
  }
});

describe('the days of an address', () => {
  it.each([
    [{}, { from: '2026-11-20', to: '2026-11-26', by: 'network' }],
    [{ from: '2026-11-01' }, { from: '2026-11-01', to: '2026-11-01', by: 'network' }],
    [{ to: '2026-11-10' }, { from: '2026-11-04', to: '2026-11-10', by: 'network' }],
    [
      { from: '2026-11-10', to: '2026-11-01', by: 'day' },
      { from: '2026-11-01', to: '2026-11-10', by: 'day' },
    ],
    [
      { from: '2020-01-01', to: '2026-11-26' },
      { from: '2026-08-27', to: '2026-11-26', by: 'network' },
    ],
    [
      { from: 'x', to: 7, by: 'price' },
      { from: '2026-11-20', to: '2026-11-26', by: 'network' },
    ],
  ])('%j are %j', (address, days) => {
    expect(marginsOf(readMarginSearch(address), '2026-11-26')).toEqual(days);
  });

  it('follow the one that was chosen, and are never more than 92', () => {
    expect(withFrom('2026-11-10', '2026-11-01')).toEqual({ from: '2026-11-10', to: '2026-11-10' });
    expect(withFrom('2026-01-01', '2026-11-01')).toEqual({ from: '2026-01-01', to: '2026-04-02' });
    expect(withTo('2026-11-10', '2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-01' });
    expect(withTo('2026-01-01', '2026-04-03')).toEqual({ from: '2026-01-02', to: '2026-04-03' });
    expect(withTo('2026-04-01', '2026-04-03')).toEqual({ from: '2026-04-01', to: '2026-04-03' });
  });
});

describe('the totals', () => {
  const line = (currency: string, amounts: [number, number, number], counts: [number, number, number]) => {
    const [revenue = 0, cost = 0, margin = 0] = amounts;
    const [deliveries = 0, second = 0, without = 0] = counts;
    return {
      key: 'net',
      name: 'Net',
      deliveries,
      second_deliveries: second,
      without_cost: without,
      revenue: { amount: revenue, currency },
      cost: { amount: cost, currency },
      margin: { amount: margin, currency },
      margin_percent: 1,
    } satisfies StaffMargin;
  };

  it('add up each currency by itself, in percent of the revenue whose cost is known', () => {
    const rows = [
      line('NGN', [3_000, 1_500, 500], [3, 1, 1]),
      line('USD', [700, 0, 0], [2, 0, 2]),
      line('NGN', [1_000, 1_250, -250], [1, 0, 0]),
    ];
    expect(totalsOf(rows)).toEqual([
      { ...line('NGN', [4_000, 2_750, 250], [4, 1, 1]), key: null, name: null, margin_percent: 8.33 },
      { ...line('USD', [700, 0, 0], [2, 0, 2]), key: null, name: null, margin_percent: null },
    ]);
    expect(totalsOf([])).toEqual([]);
  });
});

it.each([
  ['en', '125000.00', '125,000.00'],
  ['en', '-9007199254740993.00010', '-9,007,199,254,740,993.00010'],
  ['fr', '1234567', '1\u202f234\u202f567'],
  ['fr', '1500.5', '1\u202f500,5'],
  ['en', 'about 7', 'about 7'],
])('in %s, the wallet %s of a gateway is shown as %s', (locale, text, shown) => {
  expect(writeDecimal(text, locale)).toBe(shown);
});
