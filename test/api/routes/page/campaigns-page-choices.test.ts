import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { atPrice } from '../../../support/batches/at-price.ts';
import { ownPageForEach, SLOW, sendFile, uploadFile } from '../../../support/batches/campaigns-page.ts';
import { boughtFile } from '../../../support/batches/duplicates.ts';
import {
  confirmAll,
  goodFile,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  releaseOnce,
} from '../../../support/batches/fixture.ts';

const TWO_SHEETS = new URL(
  '../../../support/batches/spreadsheets/libraries/openpyxl-two-sheets.xlsx',
  import.meta.url,
);

const own = ownPageForEach(100 * PRICE);

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const see = (page: Page, text: string) => page.getByText(text, { exact: false }).waitFor(SLOW);
const idOf = async (page: Page) => (await own.shown(page)).id;

it('the template is downloaded under its name', (context) =>
  own.on(context, async (page) => {
    const saving = page.waitForEvent('download', SLOW);
    await page.getByRole('button', { name: 'Download a template' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('campaign-template.xlsx');
    expect((await readFile(await saved.path())).subarray(0, 2).toString()).toBe('PK');
  }));

it('a workbook with several sheets asks for the sheet, and continues with the chosen one', (context) =>
  own.on(context, async (page) => {
    await sendFile(page, 'sheets.xlsx', await readFile(TWO_SHEETS));
    await page.getByLabel('Sheet', { exact: true }).waitFor(SLOW);
    expect(await page.locator('#sheet option').allTextContents()).toEqual(['Lagos', 'Abuja']);
    await page.getByLabel('Sheet', { exact: true }).selectOption('Abuja');
    await press(page, 'Upload and check');
    await page.getByRole('heading', { name: 'sheets' }).waitFor(SLOW);
    await page.getByRole('button', { name: 'Start: buy 5 for' }).waitFor(SLOW);
    expect(await own.shown(page)).toMatchObject({ sheet: 'Abuja', counts: { rows: 5 } });
  }));

it('corrections that are not wanted become rows with errors, and the others are bought', (context) =>
  own.on(context, async (page) => {
    const damaged = phoneNumber(3).slice(1);
    await uploadFile(page, 'damaged.csv', `${goodFile(2)}${damaged},${MTN_BUNDLE},c-3\n`);
    await see(page, '1 number corrected. Use it?');
    await press(page, 'Skip these rows');
    await see(page, 'You did not use 1 number.');
    await page.getByRole('heading', { name: 'Rows with errors: 1' }).waitFor(SLOW);
    await press(page, 'Start: buy 2 for ₦20.00');
    await page.getByRole('status').filter({ hasText: 'Running' }).waitFor(SLOW);
    expect((await own.shown(page)).counts).toMatchObject({ valid: 2, invalid: 1 });
  }));

it('a campaign that is canceled before its corrections are accepted no longer asks about them', (context) =>
  own.on(context, async (page) => {
    await uploadFile(
      page,
      'dropped.csv',
      `phone_number,bundle_id\n${phoneNumber(1).slice(1)},${MTN_BUNDLE}\n`,
    );
    await see(page, '1 number corrected. Use it?');
    await press(page, 'Cancel campaign');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel campaign' }).click();
    await see(page, 'You did not use 1 number.');
    expect(await page.getByText('Use it?').count()).toBe(0);
  }));

it('a file of which every correction is rejected is rejected with the reason', (context) =>
  own.on(context, async (page) => {
    await uploadFile(page, 'none.csv', `phone_number,bundle_id\n${phoneNumber(1).slice(1)},${MTN_BUNDLE}\n`);
    await press(page, 'Skip these rows');
    await see(page, 'Every row of this file has an error.');
    expect(await page.getByRole('button', { name: /^Start/ }).count()).toBe(0);
  }));

it('a file whose rows were all bought before is rejected with their count', (context) =>
  own.on(context, async (page) => {
    await boughtFile(own.fixture, 2, 'earlier');
    await uploadFile(page, 'again.csv', goodFile(2));
    await page.getByRole('heading', { name: 'Duplicates: 2' }).waitFor(SLOW);
    await see(page, 'No row of this file can be bought, because 2 of 2 rows are duplicates.');
    expect(await page.getByRole('button', { name: /^Start/ }).count()).toBe(0);
  }));

it('duplicates are bought only after a question with their count', (context) =>
  own.on(context, async (page) => {
    await boughtFile(own.fixture, 2, 'earlier');
    await page.getByText('If rows are duplicates').click();
    await page.getByLabel('Duplicates').selectOption('buy');
    await uploadFile(page, 'again.csv', goodFile(3));
    await page.getByRole('heading', { name: 'Duplicates: 2' }).waitFor(SLOW);
    await press(page, 'Start: buy 3 for');
    await see(page, '2 rows of this campaign repeat a purchase of the last 72 hours');
    await press(page, 'Go back');
    expect(await own.shown(page)).toMatchObject({ status: 'ready', counts: { waiting: 3 } });
    await press(page, 'Start: buy 3 for');
    await press(page, 'Buy all');
    await page.getByRole('status').filter({ hasText: 'Running' }).waitFor(SLOW);
    expect(await releaseOnce(own.fixture, await idOf(page))).toMatchObject({ released: 3 });
  }));

it('the first 10 rows are bought, and the others only after the person asks for them', (context) =>
  own.on(context, async (page) => {
    await uploadFile(page, 'first.csv', goodFile(12));
    await press(page, 'Buy the first 10, then ask');
    await page.getByRole('status').filter({ hasText: 'Running' }).waitFor(SLOW);
    const id = await idOf(page);
    expect(await releaseOnce(own.fixture, id)).toMatchObject({ released: 10 });
    await confirmAll(own.fixture);
    await releaseOnce(own.fixture, id);
    await page.getByText('First rows done').waitFor(SLOW);
    await press(page, 'Buy the other 2 rows');
    await page.getByRole('status').filter({ hasText: 'Running' }).waitFor(SLOW);
    expect(await releaseOnce(own.fixture, id)).toMatchObject({ released: 2 });
  }));

it('after prices rise, the campaign continues when the person approves a higher cost', (context) =>
  own.on(context, async (page) => {
    await uploadFile(page, 'dearer.csv', goodFile(5));
    await press(page, 'Start: buy 5 for ₦50.00');
    await page.getByRole('status').filter({ hasText: 'Running' }).waitFor(SLOW);
    const id = await idOf(page);
    const dearer = await atPrice(own.fixture, PRICE + 400);
    await releaseOnce(dearer, id);
    await page.getByText('Prices changed').waitFor(SLOW);

    await press(page, 'Approve a higher cost…');
    await see(page, 'You approved ₦50.00.');
    const dialog = page.getByRole('dialog');
    // An amount that is lower than the approved one is not sent.
    await dialog.getByLabel('New limit (NGN)').fill('1');
    await dialog.getByRole('button', { name: 'Approve and resume' }).click();
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByLabel('New limit (NGN)').fill('70');
    await dialog.getByRole('button', { name: 'Approve and resume' }).click();
    await page.getByRole('status').filter({ hasText: 'Running' }).waitFor(SLOW);
    expect((await own.shown(page)).approved_cost).toEqual({ amount: 7_000, currency: 'NGN' });
    expect(await releaseOnce(dearer, id)).toMatchObject({ released: 2 });
  }));

it('an error of a command stays on the page while the campaign is followed', (context) =>
  own.on(context, async (page) => {
    await uploadFile(page, 'stays.csv', goodFile(2));
    await press(page, 'Start: buy 2 for');
    await page.getByRole('status').filter({ hasText: 'Running' }).waitFor(SLOW);
    await page.route('**/pause', (route) => route.fulfill({ status: 200, body: 'no JSON' }));
    await press(page, 'Pause');
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor(SLOW);
    const id = await idOf(page);
    // Two looks at the campaign later it is still there.
    for (let look = 0; look < 2; look += 1) {
      await page.waitForResponse((answer) => answer.url().endsWith(`/v1/batches/${id}`), SLOW);
    }
    expect(await page.getByRole('alert').textContent()).not.toBe('');
  }));
