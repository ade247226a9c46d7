import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { csvOfCostCentres } from '../../../../console/src/finance/cost-centre-sums.ts';
import { utcDay } from '../../../../console/src/finance/day.ts';
import { type ApiFixture, startApi } from '../../../support/api/fixture.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../../support/console/open.ts';
import { buy, fund, openAccount, runBatchOf, succeed } from '../../../support/invariants/history.ts';
import { organisationOf } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('an owner gives a campaign a cost centre, and sees and downloads what it was charged', async (context) => {
  const day = utcDay(-1);
  const at = new Date(`${day}T12:00:00.000Z`);
  const account = await openAccount(api.pool, at);
  await fund(api.pool, account, 100_000, at);
  const purchase = await buy(api.pool, account, { price: 40_000, at });
  await succeed(api.pool, purchase, at);
  const batch = await runBatchOf(api.pool, account, purchase, 40_000, at);
  const organisation = await organisationOf(api, account);
  const { page, errors, close } = await openConsole(context, api, organisation, 'owner');
  try {
    await page.goto(`${api.baseUrl}/campaigns/${batch}`);
    await page.getByLabel('Cost centre').fill('Field sales');
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save the cost centre' }).click();

    await expect
      .poll(() => page.getByRole('button', { name: 'Save the cost centre' }).isDisabled())
      .toBe(true);

    await page.goto(`${api.baseUrl}/statements`);
    await page.getByRole('link', { name: 'By cost centre' }).click();
    await page.getByRole('heading', { name: 'Charged and refunded by cost centre', level: 1 }).waitFor(SLOW);
    await page.getByRole('link', { name: 'Range' }).click();
    await page.getByLabel('To', { exact: true }).fill(day);
    await page.getByRole('row', { name: 'Field sales 1 ₦400.00 0 ₦0.00 ₦400.00' }).waitFor(SLOW);
    await page.getByRole('row', { name: 'All together 1 ₦400.00 0 ₦0.00 ₦400.00' }).waitFor(SLOW);
    expect(new URL(page.url()).searchParams.get('to')).toBe(day);
    expect(await faultsEverywhere(page)).toEqual([]);
    const saving = page.waitForEvent('download', SLOW);
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await readFile(await (await saving).path(), 'utf8');
    expect(file).toBe(
      '\uFEFFcost_centre,currency,purchases,charged,reversals,refunded\nField sales,NGN,1,400.00,0,0.00\n',
    );

    await page.goto(`${api.baseUrl}/statements/cost-centres?from=2026-01-01&to=2026-06-30`);
    await page.getByText('At most 92 days are added up.').waitFor(SLOW);
    await page.goto(`${api.baseUrl}/statements/cost-centres?day=2026-01-01`);
    await page.getByText('Nothing was charged or refunded in this period').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('a name in the file needs quotes only if it has a comma or a quote, and is no formula', () => {
  const nothing = { amount: 0, currency: 'NGN' };
  const rows = csvOfCostCentres(
    ['=1+1', 'a "b", c', null].map((name) => ({
      object: 'cost_centre_total',
      cost_centre: name,
      charged: nothing,
      refunded: nothing,
      purchases: 0,
      reversals: 0,
    })),
  );
  expect(rows.split('\n').slice(1, 4)).toEqual([
    "'=1+1,NGN,0,0.00,0,0.00",
    '"a ""b"", c",NGN,0,0.00,0,0.00',
    ',NGN,0,0.00,0,0.00',
  ]);
});
