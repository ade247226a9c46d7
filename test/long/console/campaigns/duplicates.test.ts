import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, MTN_BUNDLE, PRICE, startApi } from '../../../support/api/fixture.ts';
import { bought, order } from '../../../support/api/http.ts';
import { check, chooseFile, inConsole, ownAccount, shown } from '../../../support/console/campaigns.ts';
import { faultsEverywhere, SLOW } from '../../../support/console/open.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const FILE = `phone_number,bundle_id\n${['01', '02', '02', '03'].map((end) => `+23480310000${end},${MTN_BUNDLE}\n`).join('')}`;

it('duplicates show what they repeat, cost nothing, and are bought only by choice', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const earlier = await bought(
    { ...api, client: own.client },
    order({ phone_number: '+2348031000001', bundle_id: MTN_BUNDLE, reference: 'earlier' }),
  );
  await inConsole(context, api, own, 'owner', async (page) => {
    await chooseFile(page, api, { name: 'twice.csv', file: FILE, campaign: 'twice' });
    await check(page, 'twice');
    await page.getByRole('heading', { name: '2 duplicates' }).waitFor(SLOW);
    await page.getByRole('row', { name: /^2 Purchase earlier/ }).waitFor(SLOW);
    await page.getByRole('row', { name: '4 Line 3 of this file' }).waitFor(SLOW);
    const link = page.getByRole('link', { name: 'Purchase earlier' });
    expect(await link.getAttribute('href')).toContain(`/purchases/${earlier.id}`);
    await page.getByText('1 · The same number and bundle twice in the file').waitFor(SLOW);
    expect((await shown(page, api, own)).cost).toEqual({ amount: 2 * PRICE, currency: 'NGN' });
    expect(await faultsEverywhere(page)).toEqual([]);

    await chooseFile(page, api, { name: 'twice.csv', file: FILE, campaign: 'twice again' });
    await page.getByLabel(/^People who would get/).selectOption('buy');
    await check(page, 'twice-again');
    await page.getByText('You chose to buy them').waitFor(SLOW);
    await page.getByRole('button', { name: 'Buy 4 rows of a campaign of ₦40.00' }).click();
    await page.getByRole('dialog').getByText('2 duplicates are bought too').waitFor(SLOW);
    expect(await shown(page, api, own)).toMatchObject({ status: 'ready', counts: { waiting: 4 } });
    await page.getByRole('button', { name: 'Buy for ₦40.00' }).click();
    await page.locator('.badge', { hasText: 'Running' }).waitFor(SLOW);
    expect((await shown(page, api, own)).approved_cost).toEqual({ amount: 4 * PRICE, currency: 'NGN' });
  });
});
