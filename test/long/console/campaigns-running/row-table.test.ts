import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, MTN_BUNDLE, PRICE, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { inConsole, ownAccount, watchRows } from '../../../support/console/campaigns.ts';
import { faultsEverywhere, SLOW } from '../../../support/console/open.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('the rows of a long campaign that runs are read as one scrolls, and from the start in one request', async (context) => {
  const own = await ownAccount(api, 2_000 * PRICE);
  const rows = Array.from({ length: 1_500 }, (_, at) => `+234803${String(1_000_000 + at)},${MTN_BUNDLE}\n`);
  // There is no worker, so the rows wait.
  const uploaded = await call(api, '/v1/batches?reference=long', {
    method: 'POST',
    key: own.client.key,
    headers: { 'content-type': 'text/csv' },
    body: `phone_number,bundle_id\n${rows.join('')}`,
  });
  const { id } = JSON.parse(uploaded.text);
  await inConsole(context, api, own, 'owner', async (page) => {
    await page.goto(`${api.baseUrl}/campaigns/${id}`);
    await page.getByText('100 rows so far. More are loaded as you scroll.').waitFor(SLOW);
    const frame = page.getByRole('region', { name: 'Rows', exact: true });
    const line = (number: string) => frame.getByRole('rowheader', { name: number, exact: true });
    // Only what is visible is in the page.
    expect(await frame.getByRole('row').count()).toBeLessThan(60);
    await frame.focus();
    await expect
      .poll(
        async () => {
          await page.keyboard.press('End');
          return line('1501').count();
        },
        { timeout: SLOW.timeout, interval: 200 },
      )
      .toBe(1);
    await page.getByText('1,500 rows', { exact: true }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    const reads = watchRows(page);
    await frame.focus();
    await page.keyboard.press('Home');
    await line('2').waitFor(SLOW);
    // The page at the start is read, and perhaps the next one; those between are not.
    const read = new Set(reads);
    expect([read.has(null), read.size <= 2]).toEqual([true, true]);

    // Another filter and back: the list begins at its first row again.
    await page.getByLabel(/^State/).selectOption({ label: 'Failed, not charged' });
    await page.getByText('No row matches').waitFor(SLOW);
    await page.getByLabel(/^State/).selectOption({ label: 'Any' });
    await line('2').waitFor(SLOW);
  });
}, 600_000);
