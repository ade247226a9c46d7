import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dropFile, enter, SLOW, uploadFile } from '../../../support/batches/campaigns-page.ts';
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
import { openPage } from '../../../support/chromium.ts';

let fixture: BatchFixture;
let origin: string;
beforeAll(async () => {
  fixture = await createBatchFixture(30 * PRICE);
  origin = new URL(await fixture.app.listen({ port: 0, host: '127.0.0.1' })).origin;
});
afterAll(() => fixture.close());

const LOST_PLUS = phoneNumber(30).slice(1);
/** 30 rows, of which the last lost its +; one that cannot be corrected; and one that repeats the first. */
const FILE = `${goodFile(29)}${LOST_PLUS},${MTN_BUNDLE},lost its +\n2.34803E+12,${MTN_BUNDLE},lost its digits\n${phoneNumber(1)},${MTN_BUNDLE},<b>twice</b>\n`;

it('a campaign runs from its file to its results', async (context) => {
  const { page, errors, foreign, close } = await enter(context, origin, fixture.client);
  await dropFile(page, 'spring.csv', FILE);
  await page.getByText('spring.csv', { exact: false }).first().waitFor(SLOW);
  await page.getByLabel('Campaign name').fill('spring');
  await page.getByText('If rows are duplicates').click();
  await page.getByLabel('Duplicates').selectOption('buy');
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await page.getByRole('heading', { name: 'spring' }).waitFor(SLOW);

  // The result of the check and the cost are shown before anything is bought.
  await page.getByText('Ready to start').waitFor(SLOW);
  await page.getByText('1 number corrected. Use it?').waitFor(SLOW);
  await page.getByRole('row', { name: `31 ${LOST_PLUS} ${phoneNumber(30)}` }).waitFor(SLOW);
  expect(await page.getByRole('button', { name: /^(?:Start|Buy)/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('1 number corrected.', { exact: true }).waitFor(SLOW);
  await page.getByText('in scientific notation', { exact: false }).waitFor(SLOW);
  await page.getByText('Same number and bundle as line 2', { exact: false }).waitFor(SLOW);
  await page.getByText('₦310.00', { exact: true }).waitFor(SLOW);
  await page.getByText('₦10.00 short', { exact: false }).waitFor(SLOW);
  expect(await page.locator('b', { hasText: 'twice' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Start: buy 31 for ₦310.00' }).click();
  await page.getByText('1 row of this campaign repeats', { exact: false }).waitFor(SLOW);
  await page.getByRole('dialog').getByRole('button', { name: 'Buy all' }).click();
  await page.getByRole('status').filter({ hasText: 'Running' }).waitFor(SLOW);
  const id = new URL(page.url()).hash.slice(1);
  await releaseOnce(fixture, id);
  await page.getByText('Waiting for funds').waitFor(SLOW);
  await page.getByText('Being delivered').waitFor(SLOW);
  await confirmAll(fixture);
  await page.getByRole('img', { name: /Delivered: 30, Waiting: 1/ }).waitFor(SLOW);

  await page.getByRole('button', { name: 'Cancel campaign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel campaign' }).click();
  await page.getByText('1 row was not bought', { exact: false }).waitFor(SLOW);

  await page.getByRole('button', { name: 'Show outcomes by network, bundle and reason' }).click();
  await page.getByRole('row', { name: 'MTN 30 0 1 0 ₦300.00' }).waitFor(SLOW);
  await page.getByRole('row', { name: 'Small 30 0 1 0 ₦300.00' }).waitFor(SLOW);
  await page.getByRole('row', { name: 'Cancelled 1 ₦10.00' }).waitFor(SLOW);

  await page.getByLabel('File type').selectOption('CSV');
  const saving = page.waitForEvent('download', SLOW);
  await page.getByRole('button', { name: /Download rows that were not bought/ }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^spring-unbought-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await saved.path());
  // Excel recognises UTF-8 by it.
  expect(csv.subarray(0, 3)).toEqual(Buffer.from('\uFEFF'));
  const rows = parse(csv, { bom: true });
  expect(rows.map((row) => row[0])).toEqual(['phone_number', '2.34803E+12', phoneNumber(1)]);

  expect(errors).toEqual([]);
  expect(foreign).toEqual([]);
  await close();
}, 600_000);

it('duplicates are held back unless chosen, and shown with where they are', async (context) => {
  const { page, errors, close } = await enter(context, origin, fixture.client);
  const rows = [41, 42, 41].map((index) => `${phoneNumber(index)},${MTN_BUNDLE}`);
  await uploadFile(page, 'twice.csv', ['phone_number,bundle_id', ...rows].join('\n'));
  await page.getByRole('heading', { name: 'Duplicates: 1' }).waitFor(SLOW);
  await page.getByText('Line 2 has the same number and bundle', { exact: false }).waitFor(SLOW);
  await page.getByRole('button', { name: 'Start: buy 2 for' }).waitFor(SLOW);
  expect(errors).toEqual([]);
  await close();
}, 600_000);

it('only the memory of the tab keeps the key', async (context) => {
  const { page, close } = await enter(context, origin, fixture.client);
  const kept: string = await page.evaluate(`(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases(), await caches.keys(),
    document.documentElement.outerHTML, document.getElementById('key').value,
  ]))()`);
  expect(kept).not.toContain(fixture.client.key);
  await page.reload();
  await page.getByLabel('API key').waitFor(SLOW);
  await close();
}, 600_000);

it('a rejected file is shown with the reason, and a narrow screen shows everything', async (context) => {
  const { page, errors, close } = await enter(context, origin, fixture.client);
  await page.setViewportSize({ width: 340, height: 700 });
  await uploadFile(page, 'colours.csv', 'favourite_colour\nblue\n');
  await page.getByText('Rejected').waitFor(SLOW);
  await page.getByText('The file has no column', { exact: false }).waitFor(SLOW);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(errors).toEqual([]);
  await close();
}, 600_000);

it('a name that another campaign has is rejected, with a link to that campaign', async (context) => {
  const { page, errors, close } = await enter(context, origin, fixture.client);
  await uploadFile(page, 'taken.csv', `phone_number,bundle_id\n${phoneNumber(51)},${MTN_BUNDLE}\n`);
  await page.getByRole('button', { name: '← All campaigns' }).click();
  await page.getByRole('heading', { name: 'New campaign' }).waitFor(SLOW);
  const buffer = Buffer.from(goodFile(2));
  await page.locator('#file').setInputFiles({ name: 'other.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('Campaign name').fill('taken');
  await page.getByRole('button', { name: 'Upload and check' }).click();
  await page.getByRole('alert').filter({ hasText: 'The name "taken" is taken' }).waitFor(SLOW);
  await page.getByRole('link', { name: 'Open "taken"' }).click();
  await page.getByRole('heading', { name: 'taken' }).waitFor(SLOW);
  // The browser logs the rejected upload.
  expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
  await close();
}, 600_000);

it('a wrong key is rejected with what to check', async (context) => {
  const { page, close } = await openPage(context, origin);
  await page.goto(`${origin}/campaigns/`);
  await page.getByLabel('API key').fill('bw_live_nonsense');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: 'This key is not valid. Check that you copied all of it.' })
    .waitFor(SLOW);
  await close();
}, 600_000);

it('the page may run only its own scripts and call only this API', async () => {
  const answer = await fixture.app.inject({ url: '/campaigns/' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-security-policy']).toBe(
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none';require-trusted-types-for 'script'",
  );
  const outside = await fixture.app.inject({ url: '/campaigns/..%2f..%2fpackage.json' });
  // Every address below is a page of the console, which reads no file.
  expect(outside.body).not.toContain('"dependencies"');
});
