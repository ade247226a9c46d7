import { IntlMessageFormat } from 'intl-messageformat';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sentences } from '../../../../console/src/locales/codes/fr.ts';
import { messages as french } from '../../../../console/src/locales/fr.ts';
import { FRENCH_MESSAGES } from '../../../../contract/error-cases/french/french.ts';
import { type ApiFixture, GLO_BUNDLE, MTN_BUNDLE, PRICE, startApi } from '../../../support/api/fixture.ts';
import {
  check,
  chooseFile,
  inConsole,
  ownAccount,
  shown,
  watchRows,
} from '../../../support/console/campaigns.ts';
import { faultsEverywhere, SLOW } from '../../../support/console/open.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const inFrench = (text = '', values = {}) => String(new IntlMessageFormat(text, 'fr').format(values));
const grid = (page: Page) => page.getByRole('grid', { name: 'Rows of the campaign' });

it('a row is corrected in the grid by keyboard alone, and another one is dropped', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const file = `phone_number,bundle_id\n+2348031000001,${MTN_BUNDLE}\n+23480312345,${MTN_BUNDLE}\n+2348031000003,${GLO_BUNDLE}\n`;
  await inConsole(context, api, own, 'owner', async (page) => {
    await chooseFile(page, api, { name: 'mended.csv', file, campaign: 'mended' });
    await check(page, 'mended');
    await page.getByText('1 · Not a mobile number').waitFor(SLOW);
    await page.getByText('1 · The number is on another network').waitFor(SLOW);
    await grid(page).getByRole('gridcell', { name: '+23480312345', exact: true }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await grid(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Phone number of line 3').fill('+2348031000002');
    const checked = Promise.withResolvers<void>();
    await page.route('**/rows/3', async (route) => {
      await checked.promise;
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await page.getByText('Line 3 is being checked…').waitFor(SLOW);
    await grid(page).getByRole('gridcell', { name: 'Checking…', exact: true }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    checked.resolve();
    await page.getByText('Line 3 can be bought for ₦10.00.').waitFor(SLOW);
    expect(await grid(page).getByText('Checking…').count()).toBe(0);

    // The bundle of the next row, without the mouse.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('F2');
    await page.getByLabel('Bundle of line 4').selectOption(MTN_BUNDLE);
    await page.keyboard.press('Enter');
    await page.getByText('Line 4 can be bought for ₦10.00.').waitFor(SLOW);
    await page.keyboard.press('Delete');
    await page.getByText('Line 4 is not bought.').waitFor(SLOW);
    await page.getByText('1 · Dropped by you').waitFor(SLOW);
    // The costs by bundle follow: after that, nothing moves under the pointer.
    await page.getByRole('row', { name: /₦20\.00$/ }).waitFor(SLOW);
    expect(await shown(page, api, own)).toMatchObject({
      revision: 3,
      counts: { waiting: 2 },
      cost: { amount: 2 * PRICE },
    });
    await page.getByRole('button', { name: 'Buy 2 rows of a campaign of ₦20.00' }).click();
    await page.getByRole('button', { name: 'Buy for ₦20.00' }).click();
    await page.locator('.badge', { hasText: 'Running' }).waitFor(SLOW);
  });
});

it('a number that was typed is saved when its cell is left, and not after Escape', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const file = `phone_number,bundle_id\n+2348031000001,${MTN_BUNDLE}\n+23480312345,${MTN_BUNDLE}\n`;
  await inConsole(context, api, own, 'owner', async (page) => {
    await chooseFile(page, api, { name: 'left.csv', file, campaign: 'left' });
    await check(page, 'left');
    await grid(page).getByRole('gridcell', { name: '+23480312345', exact: true }).waitFor(SLOW);
    await grid(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Phone number of line 3').fill('+2348031000008');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.getByLabel('Phone number of line 3').fill('+2348031000009');
    await page.keyboard.press('Tab');
    await page.getByText('Line 3 can be bought for ₦10.00.').waitFor(SLOW);
    await grid(page).getByRole('gridcell', { name: '+2348031000009', exact: true }).waitFor(SLOW);
    expect(await shown(page, api, own)).toMatchObject({ revision: 1, counts: { waiting: 2 } });
  });
});

it('a long campaign is read page by page, and the rows of a problem and of a number are found', async (context) => {
  const own = await ownAccount(api, PRICE);
  const numbers = Array.from({ length: 1_500 }, (_, at) => `+234803${String(1_000_000 + at)}`);
  const rows = numbers.map((number, at) => `${number},${at === 1_200 ? 'bnd_none' : MTN_BUNDLE}\n`);
  await inConsole(context, api, own, 'owner', async (page) => {
    const file = `phone_number,bundle_id\n${rows.join('')}`;
    await chooseFile(page, api, { name: 'long.csv', file, campaign: 'long' });
    await check(page, 'long');
    await grid(page)
      .getByRole('gridcell', { name: numbers[0] ?? '', exact: true })
      .waitFor(SLOW);
    // Only what is visible is in the page.
    expect(await grid(page).getByRole('row').count()).toBeLessThan(60);
    await grid(page).focus();
    const last = grid(page).getByRole('gridcell', { name: '1501', exact: true });
    // Once is enough: the pages until the last row are read one after another.
    await page.keyboard.press('End');
    await last.waitFor(SLOW);
    await page.getByText('Reading the rows up to the last one').waitFor({ ...SLOW, state: 'detached' });
    // Back at the start, the first page is read again, without those between.
    const reads = watchRows(page);
    await page.keyboard.press('Home');
    await grid(page)
      .getByRole('gridcell', { name: numbers[0] ?? '', exact: true })
      .waitFor(SLOW);
    expect(new Set(reads)).toEqual(new Set([null]));

    await page.getByRole('link', { name: 'Show the row' }).click();
    await page.getByText('Only rows with: The bundle cannot be bought.').waitFor(SLOW);
    await grid(page).getByRole('gridcell', { name: '1202', exact: true }).waitFor(SLOW);
    expect(new URL(page.url()).searchParams.get('reason')).toBe('bundle_unavailable');
    await page.getByLabel('Phone number', { exact: true }).fill(numbers[700] ?? '');
    await page.getByRole('button', { name: 'Find' }).click();
    await grid(page).getByRole('gridcell', { name: '702', exact: true }).waitFor(SLOW);
  });
});

it('a rejected file, an error of a row and a refused request are shown in French', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const file = `Night shift\nphone_number,bundle_id,data_mb,validity_hours\n+23480312345,${MTN_BUNDLE},,\n+2348031000002,,7,1\n+2348031000003,${MTN_BUNDLE},,\n`;
  await inConsole(context, api, own, 'owner', async (page) => {
    // Facts that only the message of the API has, after the French sentence.
    const inEnglish = (within: Locator, text: string) => within.locator('[lang=en]', { hasText: text });
    await page.addInitScript("localStorage.setItem('bundlewire.locale', 'fr')");
    const choose = async (name: string, text: string) => {
      await page.goto(`${api.baseUrl}/campaigns/new`);
      await page.getByRole('heading', { name: french['prepare.title'], exact: true }).waitFor(SLOW);
      await page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
    };
    await choose('vide.csv', '');
    await page
      .getByRole('alert')
      .filter({ hasText: inFrench(sentences.rejection.empty_file) })
      .waitFor(SLOW);

    await choose('erreurs.csv', file);
    const skipped = page.getByText(sentences.notice.title_rows ?? '');
    await inEnglish(skipped, 'The first is "Night shift".').waitFor(SLOW);
    await page.getByLabel(french['prepare.name'], { exact: true }).fill('erreurs');
    await page.getByRole('button', { name: french['prepare.check'], exact: true }).click();
    await page.getByRole('heading', { name: 'erreurs', level: 1 }).waitFor(SLOW);
    const cellOf = (text: string) =>
      page
        .getByRole('grid', { name: french['rows.caption'], exact: true })
        .getByRole('gridcell', { name: text });
    await cellOf(inFrench(sentences.row.invalid_phone_number, { damage: 'none' })).waitFor(SLOW);
    await inEnglish(cellOf(sentences.row.no_such_bundle ?? ''), 'The nearest are: ').waitFor(SLOW);

    await page.goto(`${api.baseUrl}/campaigns/bat_01kf0x8v5sfb7r9m2ptq4n6wze`);
    await page.getByText(FRENCH_MESSAGES.batch_unknown).waitFor(SLOW);
  });
});
