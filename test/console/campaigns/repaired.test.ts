import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, MTN_BUNDLE, PRICE, startApi } from '../../support/api/fixture.ts';
import {
  check,
  chooseFile,
  inConsole,
  ownAccount,
  shown,
  workbook,
} from '../../support/console/campaigns.ts';
import { faultsEverywhere, PHONE, SLOW } from '../../support/console/open.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const FILE = [
  ['phone_number', 'bundle_id', 'Town'],
  ['2348031000001', MTN_BUNDLE, 'Kano'],
  ['2348031000002', MTN_BUNDLE, 'Lagos'],
  ['+2348031000003', MTN_BUNDLE, 'Jos'],
];

it('a workbook whose + were lost is repaired, and starts with the amount that was agreed', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  await inConsole(context, api, own, 'owner', async (page) => {
    await page.goto(`${api.baseUrl}/`);
    await page.getByRole('link', { name: 'Prepare a new campaign' }).click();
    await page.getByRole('heading', { name: 'New campaign' }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await chooseFile(page, api, {
      name: 'fête.xlsx',
      file: await workbook(FILE),
      campaign: 'Fête à Kano',
    });
    await page.getByText('Programs and lists show it as Fete-a-Kano.').waitFor(SLOW);
    await page.getByText('Kano · Lagos · Jos').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await check(page, 'Fete-a-Kano');
    await page.getByRole('heading', { name: '2 numbers were corrected. Use them?' }).waitFor(SLOW);
    await page.getByRole('row', { name: '2 2348031000001 +2348031000001 The + is lost' }).waitFor(SLOW);
    const buy = page.getByRole('button', { name: /^Buy 3 rows/ });
    await expect.poll(() => buy.isDisabled()).toBe(true);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use 2 corrected numbers' }).click();
    await page.getByText('Every row can be bought, and your balance covers the cost.').waitFor(SLOW);

    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Buy 3 rows of a campaign of ₦30.00' }).click();
    const dialog = page.getByRole('dialog', { name: 'Buy 3 bundles for ₦30.00?' });
    await dialog.getByText('The campaign never spends more than ₦30.00.').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Buy for ₦30.00' }).click();
    await page.locator('.badge', { hasText: 'Running' }).waitFor(SLOW);
    expect(await shown(page, api, own)).toMatchObject({
      status: 'running',
      approved_cost: { amount: 3 * PRICE, currency: 'NGN' },
      corrections: { state: 'accepted', count: 2 },
    });
  });
});

it('a file that is dropped anywhere is taken, and a renamed PDF is named as what it is', async (context) => {
  const own = await ownAccount(api, PRICE);
  await inConsole(context, api, own, 'preparer', async (page) => {
    await page.goto(`${api.baseUrl}/campaigns/new`);
    await page.getByRole('heading', { name: 'New campaign' }).waitFor(SLOW);
    const dragged = await page.evaluateHandle(`(() => {
      const dragged = new DataTransfer();
      dragged.items.add(new File(['%PDF-1.7 a document'], 'numbers.csv', { type: 'text/csv' }));
      return dragged;
    })()`);
    await page.dispatchEvent('header', 'drop', { dataTransfer: dragged });
    await page.getByRole('alert').filter({ hasText: 'The file is a PDF document' }).waitFor(SLOW);
    expect(page.url()).toContain('/campaigns/new');
    expect(await faultsEverywhere(page)).toEqual([]);
  });
});
