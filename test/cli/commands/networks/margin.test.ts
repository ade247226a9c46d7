import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GLO_BUNDLE, MTN_BUNDLE, PRICE } from '../../../support/api/fixture.ts';
import { openShop, type Shop } from '../../../support/costs/shop.ts';
import { temporaryStateDir } from '../../../support/state-dir.ts';

const REASON = ['--reason', 'ticket 4711'];
const today = () => new Date().toISOString().slice(0, 10);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function pricesNow(): Promise<number> {
  const { rows } = await shop.api.pool.query('SELECT count(*)::int AS count FROM route_prices');
  return rows[0].count;
}

async function recorded(action: string) {
  const { rows } = await shop.api.pool.query(
    `SELECT principal_id AS operator, reason, after FROM audit_log WHERE action = $1 ORDER BY seq`,
    [action],
  );
  return rows;
}

describe('bundlewire bundle prices', () => {
  const good = (cost = '0.50') => `net_mtn,main,${MTN_BUNDLE},${cost},USD,,`;

  it.each([
    [
      'a bundle that the network does not sell',
      [good(), `net_mtn,main,${GLO_BUNDLE},1,USD,,`],
      1,
      /no such bundle/,
    ],
    ['an unknown bundle', ['net_mtn,main,bnd_none,1,USD,,'], 1, /main bnd_none: there is no such bundle/],
    [
      'a price in the past',
      [`net_mtn,main,${MTN_BUNDLE},1,USD,2020-01-01T00:00:00Z,`],
      1,
      /valid_from is in the past/,
    ],
    [
      'an end before the beginning',
      [`net_mtn,main,${MTN_BUNDLE},1,USD,${inHours(2)},${inHours(1)}`],
      2,
      /line 2, valid_until: must be after valid_from/,
    ],
    [
      'a time without a zone',
      [`net_mtn,main,${MTN_BUNDLE},1,USD,2999-01-01T00:00:00,`],
      2,
      /line 2, valid_from/,
    ],
    ['a cost below zero', [good('-1')], 2, /line 2, cost/],
    ['a cost with seven places', [good('0.1234567')], 2, /line 2, cost/],
    ['a cost that is no number', [good('free')], 2, /line 2, cost/],
    ['a currency in small letters', [`net_mtn,main,${MTN_BUNDLE},1,usd,,`], 2, /line 2, currency/],
    ['the same price twice', [good(), good()], 2, /twice/],
    ['no line', [], 2, /has no lines/],
  ])('rejects %s, and adds none', async (_what, lines, exitCode, sentence) => {
    const before = await pricesNow();
    expect(await shop.addPrices(...lines)).toMatchObject({
      exitCode,
      out: '',
      err: expect.stringMatching(sentence),
    });
    expect(await pricesNow()).toBe(before);
  });

  it('needs a file that it can read, with its columns, and a reason', async () => {
    expect(await shop.cli('bundle', 'prices', '/nowhere.csv', ...REASON)).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('/nowhere.csv cannot be read'),
    });
    const file = join(temporaryStateDir(), 'other.csv');
    writeFileSync(file, `network_id,bundle_id,cost,currency\nnet_mtn,${MTN_BUNDLE},1,USD\n`);
    expect(await shop.cli('bundle', 'prices', file, ...REASON)).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('has no column route. Nothing was changed.'),
    });
    writeFileSync(file, `network_id,route,bundle_id,cost,currency\nnet_mtn,main,${MTN_BUNDLE},1,USD\n`);
    expect(await shop.cli('bundle', 'prices', file)).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('--reason'),
    });
  });

  it('adds all lines, with who and why, and refuses the same beginning again', async () => {
    const later = `net_mtn,main,${MTN_BUNDLE},0.45,USD,${inHours(24)},${inHours(48)}`;
    expect(await shop.addPrices(good(), later)).toMatchObject({ exitCode: 0, out: '2 prices added.\n' });
    expect(await shop.addPrices(later)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('another price begins at the same time'),
    });
    expect(await recorded('route_prices')).toEqual([
      {
        operator: 'ada',
        reason: 'list of the month',
        after: { prices: [`main ${MTN_BUNDLE} 0.50 USD`, `main ${MTN_BUNDLE} 0.45 USD`] },
      },
    ]);
  });
});

describe('bundlewire margin', () => {
  it.each([
    ['a currency of two letters', ['rate', 'US', 'NGN', '1'], /US is not a currency/],
    ['twice the same currency', ['rate', 'USD', 'USD', '1'], /are the same/],
    ['a rate of zero', ['rate', 'USD', 'NGN', '0'], /0 is not a rate/],
    ['a rate with a comma', ['rate', 'USD', 'NGN', '1,5'], /1,5 is not a rate/],
    ['a day that does not exist', ['show', '2026-02-30'], /2026-02-30 is not a date/],
    ['an end before the beginning', ['show', '2026-11-02', '2026-11-01'], /is before/],
    ['an unknown grouping', ['show', '2026-11-01', '--by', 'price'], /--by must be network/],
  ])('rejects %s', async (_what, args, sentence) => {
    const reason = args[0] === 'rate' ? REASON : [];
    expect(await shop.cli('margin', ...args, ...reason)).toMatchObject({
      exitCode: 2,
      out: '',
      err: expect.stringMatching(sentence),
    });
    expect(await recorded('exchange_rate')).toEqual([]);
  });

  it('sets a rate and lists the current ones, with who and why', async () => {
    expect((await shop.cli('margin', 'rates')).out).toContain('No rate is set.');
    for (const rate of ['10', '12.5']) {
      expect(await shop.cli('margin', 'rate', 'USD', 'NGN', rate, ...REASON)).toMatchObject({
        exitCode: 0,
        out: `1 USD is ${rate} NGN from now on.\n`,
      });
    }
    const { out } = await shop.cli('margin', 'rates', '--json');
    expect(JSON.parse(out)).toEqual([
      { currency: 'USD', into: 'NGN', rate: '12.5', validFrom: expect.stringMatching(/Z$/) },
    ]);
    expect(await recorded('exchange_rate')).toMatchObject([
      { operator: 'ada', reason: 'ticket 4711', after: { rate: '10' } },
      { operator: 'ada', reason: 'ticket 4711', after: { rate: '12.5' } },
    ]);
  });

  it('shows deliveries with their margin, and exits with 1 while a bundle is sold below its cost', async () => {
    expect((await shop.cli('margin', 'show', today())).out).toContain('Nothing was delivered.');
    await shop.buy({ bundleId: MTN_BUNDLE });
    // 0.50 USD at 12.5 is 6.25 NGN of the 10 NGN that the client pays.
    const { out } = await shop.cli('margin', 'show', today(), today());
    expect(out).toMatch(/net_mtn +1 +0 +0 +10\.00 NGN +6\.25 NGN +3\.75 NGN +37\.50/);
    expect(await shop.cli('margin', 'below-cost')).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('No bundle with a known cost is sold below it.'),
    });

    await shop.addPrices(`net_mtn,main,${MTN_BUNDLE},0.800001,USD,,`);
    expect(await shop.cli('margin', 'below-cost')).toMatchObject({
      exitCode: 1,
      out: expect.stringMatching(/net_mtn +bnd_mtn_small +10\.00 NGN +acc_\w+ +10\.0000125 NGN +main/),
    });
    const { out: json } = await shop.cli('margin', 'below-cost', '--json');
    expect(JSON.parse(json)).toMatchObject([
      { bundle_id: MTN_BUNDLE, price: { amount: PRICE, currency: 'NGN' }, cost: '10.0000125', route: 'main' },
    ]);
    await shop.buy({ bundleId: MTN_BUNDLE });
    expect((await shop.cli('margin', 'show', today())).out).toMatch(
      /net_mtn +2 +0 +0 +20\.00 NGN +16\.25 NGN +3\.75 NGN +18\.75/,
    );
  });
});
