import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, MTN_BUNDLE, PRICE, startApi } from '../../../support/api/fixture.ts';
import { check, chooseFile, inConsole, ownAccount } from '../../../support/console/campaigns.ts';
import { faultsEverywhere, SLOW } from '../../../support/console/open.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('the file and the choices are kept while people look at other screens, until they start over', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const file = `Person,bundle_id\n+2348031000001,${MTN_BUNDLE}\n`;
  await inConsole(context, api, own, 'owner', async (page) => {
    await chooseFile(page, api, { name: 'left.csv', file, campaign: 'left name' });
    await page.getByLabel('What the column Person is').selectOption({ label: 'Phone number' });
    await page.getByLabel('If some rows have errors').selectOption({ label: 'Reject the whole file' });
    const openAgain = async () => {
      await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor(SLOW);
      await page.getByRole('link', { name: 'New campaign' }).first().click();
      await page.getByRole('heading', { name: 'New campaign' }).waitFor(SLOW);
    };
    await openAgain();
    await page.getByText('left.csv', { exact: true }).waitFor(SLOW);
    expect(await page.getByLabel('Name of the campaign').inputValue()).toBe('left name');
    expect(await page.getByLabel('What the column Person is').inputValue()).toBe('phone_number');
    expect(await page.getByLabel('If some rows have errors').inputValue()).toBe('reject');
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByText('Drop a spreadsheet anywhere on this page').waitFor(SLOW);
    expect(await page.getByLabel('Name of the campaign').inputValue()).toBe('');
    expect(await page.getByRole('button', { name: 'Start over' }).count()).toBe(0);

    // What was checked is done: the next campaign begins without it.
    await chooseFile(page, api, { name: 'done.csv', file, campaign: 'done' });
    await page.getByLabel('What the column Person is').selectOption({ label: 'Phone number' });
    await check(page, 'done');
    await openAgain();
    await page.getByText('Drop a spreadsheet anywhere on this page').waitFor(SLOW);
  });
});

it('a file without a header says so, and asks for nothing that does not help', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  await inConsole(context, api, own, 'owner', async (page) => {
    for (const number of ['+2348031000001', '0803 100 0001', '+234 803 100 0001']) {
      const file = `${number},500 MB\n+2348031000002,500 MB\n`;
      await chooseFile(page, api, { name: 'bare.csv', file, campaign: 'bare' });
      const alert = page.getByRole('alert').filter({ hasText: 'The first line is a row, not a header.' });
      await alert.getByText('Add a first line with the names of the columns').waitFor(SLOW);
      expect(await page.getByRole('list', { name: 'Columns of the file' }).count()).toBe(0);
      expect(await page.getByText('Choose the column that has the phone numbers.').count()).toBe(0);
      expect(await page.getByText('Say which bundle to buy').count()).toBe(0);
      expect(await page.getByLabel('The same bundle for everyone').count()).toBe(0);
    }
  });
});

it('the rows that need correcting are downloaded before the start', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const rows = ['+2348031000001', '+2348031000001', '+23480312345', '+2348031000003', '+23480312346'];
  const file = `phone_number,bundle_id\n${rows.map((number) => `${number},${MTN_BUNDLE}\n`).join('')}`;
  await inConsole(context, api, own, 'owner', async (page) => {
    await chooseFile(page, api, { name: 'wrong.csv', file, campaign: 'wrong' });
    await check(page, 'wrong');
    // The duplicate is left out on purpose.
    await page.getByRole('heading', { name: '2 rows to correct' }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    const download = page.waitForEvent('download', SLOW);
    await page.getByRole('button', { name: 'Rows to correct (.csv)' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const [, ...listed] = text.trim().split(/\r?\n/);
    expect(listed.map((line) => /^'?(\+\d+)/.exec(line)?.[1])).toEqual(['+23480312345', '+23480312346']);
  });
  await inConsole(context, api, own, 'owner', async (page) => {
    const good = `phone_number,bundle_id\n+2348031000001,${MTN_BUNDLE}\n`;
    await chooseFile(page, api, { name: 'good.csv', file: good, campaign: 'good' });
    await check(page, 'good');
    await page.getByText('Every row can be bought').waitFor(SLOW);
    expect(await page.getByRole('button', { name: 'Rows to correct (.csv)' }).count()).toBe(0);
  });
});
