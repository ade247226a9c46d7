import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it, type TestContext } from 'vitest';
import type { ReachedApi } from '../../../support/api/http.ts';
import { atPrice } from '../../../support/batches/at-price.ts';
import { boughtFile } from '../../../support/batches/duplicates.ts';
import {
  type BatchFixture,
  confirmAll,
  createBatchFixture,
  goodFile,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  releaseOnce,
} from '../../../support/batches/fixture.ts';
import { check, chooseFile, inConsole, shown } from '../../../support/console/campaigns.ts';
import { faultsEverywhere, SLOW } from '../../../support/console/open.ts';
import { organisationOf } from '../../../support/people/fixture.ts';

const BALANCE = 30 * PRICE;

let fixture: BatchFixture;
let api: ReachedApi;
beforeEach(async () => {
  fixture = await createBatchFixture(BALANCE);
  const baseUrl = new URL(await fixture.app.listen({ port: 0, host: '127.0.0.1' })).origin;
  api = { baseUrl, pool: fixture.pool, client: fixture.client };
});
afterEach(() => fixture.close());

/** Runs a test in the console of the account's owner. The test buys the rows itself, so that nothing happens between its looks. */
async function asOwner(context: TestContext, work: (page: Page) => Promise<void>): Promise<void> {
  const organisation = await organisationOf(api, fixture.client.accountId);
  await inConsole(context, api, { organisation }, 'owner', work);
}

async function send(page: Page, campaign: string, file: string): Promise<void> {
  await chooseFile(page, api, { name: `${campaign}.csv`, file, campaign });
  await check(page, campaign);
}

/** Starts the campaign that the screen shows. @returns its id */
async function start(page: Page, rows: number, confirm: string): Promise<string> {
  await page.getByRole('button', { name: new RegExp(`^Buy ${rows} rows? of a campaign`) }).click();
  await dialog(page, confirm).click();
  await badge(page, 'Running');
  return (await own(page)).id;
}

const own = (page: Page) => shown(page, api, fixture);
const badge = (page: Page, hasText: string) => page.locator('.badge', { hasText }).waitFor(SLOW);
const dialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });

it('the first rows are bought, and the others only after the person asks for them', (context) =>
  asOwner(context, async (page) => {
    await send(page, 'first', goodFile(12));
    await page.getByLabel('Buy a few rows first').check();
    await page.getByLabel('Rows to begin with').fill('10');
    await page.getByRole('button', { name: 'Buy 10 rows of a campaign of ₦120.00' }).click();
    await page
      .getByRole('dialog', { name: 'Buy the first 10 bundles of a campaign of ₦120.00?' })
      .waitFor(SLOW);
    await page.getByRole('button', { name: 'Back' }).click();
    const id = await start(page, 10, 'Buy the first 10 bundles');
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 10 });
    await confirmAll(fixture);
    await releaseOnce(fixture, id);
    await badge(page, 'First rows done');
    await page.getByText('resume the campaign to buy the other 2 rows').waitFor(SLOW);
    await page.getByRole('button', { name: 'Resume' }).click();
    await dialog(page, 'Resume, up to ₦120.00').click();
    await badge(page, 'Running');
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 2 });
  }));

it('after prices rise, the campaign continues when the person approves a higher cost', (context) =>
  asOwner(context, async (page) => {
    await send(page, 'dearer', goodFile(5));
    const id = await start(page, 5, 'Buy for ₦50.00');
    const dearer = await atPrice(fixture, PRICE + 400);
    await releaseOnce(dearer, id);
    await badge(page, 'Prices changed');
    await page.getByText('₦50.00 was approved, ₦42.00 is spent or held').waitFor(SLOW);
    await page.getByRole('button', { name: 'Approve a higher cost' }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: /^Resume/ });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('New limit for the whole campaign').fill('70');
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog(page, 'Resume, up to ₦70.00').click();
    await badge(page, 'Running');
    expect((await own(page)).approved_cost).toEqual({ amount: 7_000, currency: 'NGN' });
    expect(await releaseOnce(dearer, id)).toMatchObject({ released: 2 });
  }));

it('without money, the campaign says what is missing; what was not bought is a file for Excel, and a retry is made once', (context) =>
  asOwner(context, async (page) => {
    await send(page, 'spring', `${goodFile(31)}2.34803E+12,${MTN_BUNDLE},lost its digits\n`);
    await page.getByText('Your balance lacks ₦10.00.').waitFor(SLOW);
    const id = await start(page, 31, 'Buy for ₦310.00');
    await releaseOnce(fixture, id);
    await badge(page, 'Waiting for funds');
    await confirmAll(fixture);
    await page.getByRole('img', { name: /30 delivered/ }).waitFor(SLOW);
    await page.getByText('The button is off until the campaign has ended.').waitFor(SLOW);
    expect(await page.getByRole('button', { name: 'Buy again what failed' }).isDisabled()).toBe(true);
    // Otherwise it would continue as soon as there is money.
    await page.getByRole('button', { name: 'Pause' }).click();
    await dialog(page, 'Pause campaign').click();
    await page.getByText('The campaign was paused. It buys no further row').waitFor(SLOW);
    expect(await own(page)).toMatchObject({ status: 'paused', pause: { code: 'requested' } });
    await page.getByRole('button', { name: 'Cancel campaign' }).click();
    await dialog(page, 'Cancel: do not buy 1 row').click();
    await badge(page, 'Cancelled');
    await page.getByRole('img', { name: '30 delivered, 1 not bought, 1 with errors' }).waitFor(SLOW);
    await page
      .getByRole('row', { name: /^MTN.* 30 1 0 ₦300\.00$/ })
      .first()
      .waitFor(SLOW);
    await page.getByRole('heading', { name: '2 rows to correct' }).waitFor(SLOW);
    await page.getByRole('row', { name: 'Charged ₦300.00' }).waitFor(SLOW);

    const saving = page.waitForEvent('download', SLOW);
    await page.getByRole('button', { name: 'Rows to correct (.csv)' }).click();
    const csv = await readFile(await (await saving).path());
    // Excel recognises UTF-8 by it.
    expect(csv.subarray(0, 3)).toEqual(Buffer.from('\uFEFF'));
    const numbers = parse(csv, { bom: true }).map(([number]) => number);
    expect(numbers).toEqual(['phone_number', phoneNumber(31), '2.34803E+12']);

    await page.getByRole('button', { name: 'Buy again what failed (1 row, ₦10.00)' }).click();
    const question = page.getByRole('dialog', { name: 'Buy 1 row again for ₦10.00?' });
    await question.getByText('At the price of this campaign, buying it again costs ₦10.00.').waitFor(SLOW);
    await question.getByRole('button', { name: 'Prepare the new campaign' }).click();
    await page.getByRole('heading', { name: 'spring.retry-1' }).waitFor(SLOW);
    const retry = await own(page);
    expect(retry.counts).toMatchObject({ rows: 1, waiting: 1 });
    await page.goto(`${api.baseUrl}/campaigns/${id}`);
    await page.getByRole('button', { name: 'Buy again what failed (1 row, ₦10.00)' }).click();
    await question.getByRole('button', { name: 'Prepare the new campaign' }).click();
    await page.getByRole('link', { name: 'Open the retry that exists' }).click();
    await page.getByRole('heading', { name: 'spring.retry-1' }).waitFor(SLOW);
    expect((await own(page)).id).toBe(retry.id);
  }));

it('corrected numbers that are not wanted become rows with errors, and the others are bought', (context) =>
  asOwner(context, async (page) => {
    const damaged = `${phoneNumber(3).slice(1)},${MTN_BUNDLE}`;
    await send(page, 'damaged', `${goodFile(2)}${damaged},c-3\n`);
    await page.getByRole('heading', { name: '1 number was corrected. Use it?' }).waitFor(SLOW);
    await page.getByRole('button', { name: 'Skip this row' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Skip this row' }).click();
    await page.getByRole('heading', { name: 'You did not use 1 corrected number' }).waitFor(SLOW);
    await page.getByText('2 rows can be bought, and 1 row is left out.').waitFor(SLOW);
    await start(page, 2, 'Buy for ₦20.00');
    expect((await own(page)).counts).toMatchObject({ valid: 2, invalid: 1 });

    await send(page, 'none', `phone_number,bundle_id\n${damaged}\n`);
    await page.getByRole('heading', { name: '1 number was corrected. Use it?' }).waitFor(SLOW);
    await page.getByRole('button', { name: 'Skip this row' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Skip this row' }).click();
    await page.getByText('Every row of this file has an error.').waitFor(SLOW);
    expect(await page.getByRole('button', { name: /^Buy/ }).count()).toBe(0);

    await send(page, 'dropped', `phone_number,bundle_id\n${damaged}\n`);
    await page.getByRole('button', { name: 'Cancel the campaign' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel/ })
      .click();
    await badge(page, 'Cancelled');
    expect(await page.getByText('Use it?').count()).toBe(0);
  }));

it('a file whose rows were all bought before is rejected with their count, and shows what they repeat', (context) =>
  asOwner(context, async (page) => {
    await boughtFile(fixture, 2, 'earlier');
    await chooseFile(page, api, { name: 'again.csv', file: goodFile(2), campaign: 'again' });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page
      .getByText('No row of this file can be bought, because 2 of 2 rows are duplicates.')
      .waitFor(SLOW);
    await page.getByRole('link', { name: 'See these rows' }).click();
    await page.getByRole('heading', { name: '2 duplicates' }).waitFor(SLOW);
    expect(await page.getByRole('button', { name: /^Buy/ }).count()).toBe(0);
  }));

it('a person chooses that errors reject the file, and that rows without money are skipped', (context) =>
  asOwner(context, async (page) => {
    const bad = `2.34803E+12,${MTN_BUNDLE},lost its digits\n`;
    await chooseFile(page, api, { name: 'strict.csv', file: `${goodFile(2)}${bad}`, campaign: 'strict' });
    await page.getByLabel('If some rows have errors').selectOption({ label: 'Reject the whole file' });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('alert').filter({ hasText: '1 of 3 rows have errors.' }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await chooseFile(page, api, { name: 'skips.csv', file: goodFile(31), campaign: 'skips' });
    const balance = page.getByLabel('If the balance is used up');
    await balance.selectOption({ label: 'Skip the rows that it does not cover' });
    await check(page, 'skips');
    await page.getByText('Your balance lacks ₦10.00. The last rows will be skipped.').waitFor(SLOW);
    const id = await start(page, 31, 'Buy for ₦310.00');
    await releaseOnce(fixture, id);
    await confirmAll(fixture);
    await releaseOnce(fixture, id);
    await badge(page, 'Completed');
    expect((await own(page)).counts).toMatchObject({ successful: 30, refused: 1 });
  }));
