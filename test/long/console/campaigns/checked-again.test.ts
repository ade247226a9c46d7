import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, MTN_BUNDLE, PRICE, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import {
  check,
  chooseFile,
  inConsole,
  type Own,
  ownAccount,
  shown,
} from '../../../support/console/campaigns.ts';
import { faultsEverywhere, SLOW } from '../../../support/console/open.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const FILE = {
  name: 'people.csv',
  file: `phone_number,bundle_id\n+2348031000001,${MTN_BUNDLE}\n+2348031000001,${MTN_BUNDLE}\n`,
  campaign: 'People',
};

async function campaignsOf({ client }: Own): Promise<readonly { reference: string; on_duplicate: string }[]> {
  return JSON.parse((await call(api, '/v1/batches', { key: client.key })).text).data;
}

async function checkAgain(page: Page, duplicates: string): Promise<void> {
  await chooseFile(page, api, FILE);
  await page.getByLabel(/^People who would get the same bundle twice/).selectOption({ label: duplicates });
  await page.getByRole('button', { name: 'Check the file' }).click();
}

const HOLD = 'Hold them back: each person gets the bundle once';
const BUY = 'Buy them anyway';

it('a file that was checked before is not opened as if it were new, and can be checked as a second campaign', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  await inConsole(context, api, own, 'owner', async (page) => {
    await chooseFile(page, api, FILE);
    await check(page, 'People');
    const first = page.url();

    await checkAgain(page, HOLD);
    const known = page
      .getByRole('alert')
      .filter({ hasText: 'with the same choices, as the campaign People' });
    await known.waitFor(SLOW);
    expect(new URL(page.url()).pathname).toBe('/campaigns/new');
    expect(await faultsEverywhere(page)).toEqual([]);
    await known.getByRole('link', { name: 'Open the campaign People' }).click();
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor(SLOW);
    expect(page.url()).toBe(first);

    await checkAgain(page, BUY);
    const other = page.getByRole('alert').filter({ hasText: 'They differ in: what happens to duplicates.' });
    await other.waitFor(SLOW);
    expect(await campaignsOf(own)).toHaveLength(1);
    await other.getByRole('button', { name: 'Check it as People (2)' }).click();
    await page.getByRole('heading', { name: 'People-2', level: 1 }).waitFor(SLOW);
    expect(await shown(page, api, own)).toMatchObject({ note: 'People (2)', counts: { waiting: 2 } });
    expect(await campaignsOf(own)).toMatchObject([{ reference: 'People-2' }, { reference: 'People' }]);
  });
});

it('a name that another file has is offered with a number', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  await inConsole(context, api, own, 'owner', async (page) => {
    await chooseFile(page, api, FILE);
    await check(page, 'People');
    await chooseFile(page, api, { ...FILE, file: `${FILE.file}+2348031000002,${MTN_BUNDLE}\n` });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('The campaign People already has this name, with another file').waitFor(SLOW);
    await page.getByRole('button', { name: 'Check it as People (2)' }).click();
    await page.getByRole('heading', { name: 'People-2', level: 1 }).waitFor(SLOW);
  });
});
