import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, type ReachedApi } from '../../../support/api/http.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../../support/console/open.ts';
import { titled } from '../../../support/console/title.ts';
import { organisationOf } from '../../../support/people/fixture.ts';
import { type Client, openClient, reachedAs, wish } from '../../../support/scenarios/client.ts';
import { type Scenario, startScenario } from '../../../support/scenarios/stack.ts';

/** In which a campaign ends, though the machine is slow. */
const END_MS = 300_000;

let scenario: Scenario;
let client: Client;
let api: ReachedApi;
beforeAll(async () => {
  // No row may fail because the machine stalls.
  scenario = await startScenario({ networks: { resolveWithinMs: 600_000 } });
  client = await openClient(scenario, 200);
  api = reachedAs(scenario, client);
}, 600_000);
afterAll(async () => {
  await client.close();
  await scenario.close();
});

/** Uploads and starts a campaign of 20 rows that are delivered, 3 whose number is barred, and 2 whose network is down. */
async function startCampaign(reference: string, start: 'auto' | 'manual' = 'auto'): Promise<string> {
  const wishes = [
    ...Array.from({ length: 20 }, () => wish('mtn', '555')),
    ...Array.from({ length: 3 }, () => wish('airtel', '903')),
    ...Array.from({ length: 2 }, () => wish('airtel', '904')),
  ];
  const rows = wishes.map((one) => `${one.phone_number},${one.bundle_id}`);
  const uploaded = await call(api, `/v1/batches?reference=${reference}&start=${start}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: ['phone_number,bundle_id', ...rows, ''].join('\n'),
  });
  expect([uploaded.status, uploaded.text]).toEqual([201, expect.anything()]);
  const { id } = JSON.parse(uploaded.text);
  if (start === 'manual')
    expect((await call(api, `/v1/batches/${id}/start`, { method: 'POST' })).status).toBe(200);
  return id;
}

it('a campaign is followed to its end, its rows are found, and what failed is tried again', async (context) => {
  const organisation = await organisationOf(api, api.client.accountId);
  const id = await startCampaign('spring');
  const { page, errors, close } = await openConsole(context, api, organisation, 'owner');
  try {
    await page.goto(`${api.baseUrl}/campaigns/${id}`);
    await page.getByRole('heading', { name: 'spring' }).waitFor(SLOW);
    // No one reloads: the tab says when it is over.
    await titled(page, '✓ Completed · spring', END_MS);
    await page.getByText('100% done').waitFor(SLOW);
    await page.getByRole('img', { name: '20 delivered, 5 failed' }).waitFor(SLOW);
    await page.getByRole('row', { name: 'Charged ₦10,000.00' }).waitFor(SLOW);
    await page.getByRole('row', { name: 'Not spent ₦2,500.00' }).waitFor(SLOW);
    await page.getByRole('row', { name: 'Cost of all rows ₦12,500.00' }).waitFor(SLOW);

    await page.getByText('2 rows may work if they are tried again.').waitFor(SLOW);
    await page.getByText('3 rows never work as they are').waitFor(SLOW);
    await page
      .getByRole('row', { name: /has barred or suspended this number.* 3 ₦1,500\.00 Correct the row/ })
      .waitFor(SLOW);
    await page.getByRole('row', { name: 'MTN Nigeria 20 0 0 ₦10,000.00' }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await findRows(page);
    await download(page);

    await page.getByRole('button', { name: 'Buy again what failed (2 rows, ₦1,000.00)' }).click();
    await page.getByRole('button', { name: 'Prepare the new campaign' }).click();
    await page.getByRole('heading', { name: 'spring.retry-1' }).waitFor(SLOW);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
}, 600_000);

/** The rows behind a number, and the row of a customer. */
async function findRows(page: Page): Promise<void> {
  await page.getByRole('link', { name: /has barred or suspended this number/ }).click();
  const rows = page.getByRole('table', { name: 'Rows', exact: true });
  await page.getByText('3 rows', { exact: true }).waitFor(SLOW);
  expect(await rows.getByRole('row').count()).toBe(4);
  await page.getByRole('button', { name: /^Show all reasons/ }).click();
  await page.getByText('25 rows', { exact: true }).waitFor(SLOW);

  const { rows: stored } = await scenario.pool.query<{ number: string }>(
    "SELECT phone_number AS number FROM purchases WHERE status = 'successful' LIMIT 1",
  );
  const number = stored[0]?.number ?? '';
  // As a customer says it.
  const spoken = number.replace(/^(\+234)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4');
  await page.getByLabel('Phone number', { exact: true }).fill(spoken);
  await page.getByLabel('Phone number', { exact: true }).press('Enter');
  await page.getByText('1 row', { exact: true }).waitFor(SLOW);
  await rows.getByRole('row', { name: new RegExp(number.slice(1)) }).waitFor(SLOW);
  expect(await faultsEverywhere(page)).toEqual([]);
}

/** What can be corrected, for a spreadsheet. */
async function download(page: Page): Promise<void> {
  const saving = page.waitForEvent('download', SLOW);
  await page.getByRole('button', { name: 'Rows to correct (.csv)' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^spring-unbought-\d{4}-\d\d-\d\d\.csv$/);
  const lines = parse(await readFile(await saved.path()), { bom: true, columns: true });
  expect(lines).toHaveLength(5);
  const workbook = page.waitForEvent('download', SLOW);
  await page.getByRole('button', { name: 'All results (.xlsx)' }).click();
  expect((await workbook).suggestedFilename()).toMatch(/\.xlsx$/);
}

it('for a report, paper shows outcomes and money, and no controls', async (context) => {
  const organisation = await organisationOf(api, api.client.accountId);
  const id = await startCampaign('report');
  const { page, close } = await openConsole(context, api, organisation, 'viewer');
  try {
    await page.goto(`${api.baseUrl}/campaigns/${id}`);
    await titled(page, '✓ Completed', END_MS);
    await page.getByRole('row', { name: 'Charged ₦10,000.00' }).waitFor(SLOW);
    // The dialog of the browser for printing would wait for a person.
    await page.evaluate('window.print = () => { document.title = "printed"; }');
    const failed = page.locator('.print-only table').getByRole('row');
    expect(await failed.count()).toBe(0);
    await page.getByRole('button', { name: 'Print a report' }).click();
    await expect.poll(() => page.title(), SLOW).toBe('printed');
    await page.emulateMedia({ media: 'print' });
    // The header and the five rows that failed. A viewer sees numbers masked.
    await expect.poll(() => failed.count(), SLOW).toBe(6);
    const list = page.getByRole('table', { name: 'Numbers that got no bundle' });
    expect(await list.innerText()).toContain('has barred or suspended this number');
    expect(await list.innerText()).not.toMatch(/\+234\d{10}/);
    for (const fact of ['Account', 'Printed', 'Started by', 'Fingerprint of the file (SHA-256)'])
      expect(await page.getByText(fact, { exact: true }).isVisible()).toBe(true);
    expect(await page.getByRole('heading', { name: 'Money' }).isVisible()).toBe(true);
    expect(await page.getByRole('heading', { name: 'Outcomes' }).isVisible()).toBe(true);
    for (const name of ['Rows', 'Download'])
      expect(await page.getByRole('heading', { name, exact: true }).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Print a report' }).isVisible()).toBe(false);
  } finally {
    await close();
  }
}, 600_000);

it.for([
  ['manual', 'viewer', () => 'Not shown to your role.'],
  ['manual', 'owner', (key: string) => (key === '' ? 'An API key' : `Key ${key}`)],
  ['auto', 'owner', () => 'By itself, after the check of the file.'],
] as const)(
  'a report of a campaign with start=%s, printed by a %s, says who started it, and drops its rows afterwards',
  { timeout: 600_000 },
  async ([start, role, said], context) => {
    const organisation = await organisationOf(api, api.client.accountId);
    const id = await startCampaign(`by-${start}-${role}`, start);
    const keys: { name: string }[] = JSON.parse((await call(api, '/v1/api-keys')).text).data;
    const { page, close } = await openConsole(context, api, organisation, role);
    try {
      await page.goto(`${api.baseUrl}/campaigns/${id}`);
      await titled(page, '✓ Completed', END_MS);
      await page.evaluate('window.print = () => { document.title = "printed"; }');
      await page.getByRole('button', { name: 'Print a report' }).click();
      await expect.poll(() => page.title(), SLOW).toBe('printed');
      const fact = page.locator('.print-only dt', { hasText: 'Started by' }).locator('xpath=..');
      expect(await fact.textContent()).toContain(said(keys[0]?.name ?? ''));
      await page.emulateMedia({ media: 'print' });
      const failed = page.locator('.print-only table').getByRole('row');
      await expect.poll(() => failed.count(), SLOW).toBe(6);
      await page.evaluate('dispatchEvent(new Event("afterprint"))');
      await expect.poll(() => failed.count(), SLOW).toBe(0);
    } finally {
      await close();
    }
  },
);
