import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, MTN_BUNDLE, PRICE, startApi } from '../../../support/api/fixture.ts';
import {
  check,
  chooseFile,
  inConsole,
  type Own,
  ownAccount,
  shown,
} from '../../../support/console/campaigns.ts';
import { faultsEverywhere, faultsOf, openConsole, PHONE, SLOW } from '../../../support/console/open.ts';
import { browse, trustedAs } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const FILE = `phone_number,bundle_id\n${['1', '2', '3'].map((end) => `+234803100000${end},${MTN_BUNDLE}\n`).join('')}`;
const DAY = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);

/** Has a preparer ask for the start of a campaign on the screen. */
async function ask(page: Page, note: string): Promise<void> {
  await page.getByLabel('Note for those who approve (optional)').fill(note);
  await page.getByRole('button', { name: 'Ask for approval of ₦30.00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for the approval of ₦30.00?' });
  await dialog.getByText('The campaign asked buys 3 bundles:').waitFor(SLOW);
  await dialog.getByText('The campaign never spends more than ₦30.00.').waitFor(SLOW);
  expect(await faultsEverywhere(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Ask for ₦30.00' }).click();
  await page.getByText('Waits for approval').waitFor(SLOW);
  // The notice of the request has the focus.
  await page.locator('[role="status"]:focus', { hasText: 'Waits for approval' }).waitFor(SLOW);
}

/** Decides about the open request of a campaign, as another approver would. */
async function reject(own: Own, reason: string): Promise<void> {
  const { cookie } = await trustedAs(api, own.organisation, 'approver');
  const list = await browse(api, '/v1/approvals?status=requested', { cookie });
  const [{ id, requested_by }] = JSON.parse(list.text).data;
  expect(requested_by.name).toMatch(/\S/);
  await browse(api, `/v1/approvals/${id}/reject`, { method: 'POST', body: { reason }, cookie });
}

it('a preparer asks, is rejected, asks again, and an approver schedules what was approved', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  let address = '';
  await inConsole(context, api, own, 'preparer', async (page) => {
    await chooseFile(page, api, { name: 'asked.csv', file: FILE, campaign: 'asked' });
    await check(page, 'asked');
    await page.getByLabel('When').selectOption('later');
    await page.getByLabel('Start time').fill(`${DAY}T09:00`);
    await ask(page, 'Agreed with marketing');
    address = page.url();
    await reject(own, 'One day later, please');
    await page.getByText('The campaign was rejected.', { exact: true }).waitFor(SLOW);
    await page.getByText('One day later, please').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(await page.getByLabel('Start time').inputValue()).toBe(`${DAY}T09:00`);
    await page.getByLabel('Start time').fill(`${DAY}T10:30`);
    await ask(page, 'An hour later');
    expect(await shown(page, api, own)).toMatchObject({ status: 'ready', not_before: null });
  });

  await inConsole(context, api, own, 'approver', async (page) => {
    await page.goto(`${api.baseUrl}/approvals`);
    // The list of decided requests has a link to it too.
    await page.locator('dl').getByRole('link', { name: 'asked', exact: true }).waitFor(SLOW);
    await page.getByText('An hour later').waitFor(SLOW);
    expect(await page.locator('dd code').count()).toBe(0);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve a campaign of ₦30.00?' });
    await dialog.getByText('Rows to buy').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Approve and schedule for ₦30.00' }).click();
    await page.locator('.badge', { hasText: 'Scheduled' }).waitFor(SLOW);
    expect(new URL(page.url()).pathname).toBe(new URL(address).pathname);
    const batch = await shown(page, api, own);
    expect(batch).toMatchObject({ stage: 'scheduled', approved_cost: { amount: 3 * PRICE } });
    const { rows } = await api.pool.query(
      `SELECT status, terms->>'notBefore' AS at FROM approvals ORDER BY id`,
    );
    expect(rows).toMatchObject([{ status: 'rejected' }, { status: 'used', at: batch.not_before }]);
  });
});

it('a request that failed leaves the focus alone when a colleague asks later', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const { page, close } = await openConsole(context, api, own.organisation, 'preparer');
  try {
    await chooseFile(page, api, { name: 'twice.csv', file: FILE, campaign: 'twice' });
    await check(page, 'twice');
    const batchId = new URL(page.url()).pathname.split('/').at(-1);
    await page.route(`**/v1/batches/${batchId}/request-start`, (route) =>
      route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }),
    );
    await page.getByRole('button', { name: 'Ask for approval of ₦30.00' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask for the approval of ₦30.00?' });
    await dialog.getByRole('button', { name: 'Ask for ₦30.00' }).click();
    await dialog.getByRole('alert').waitFor(SLOW);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.waitFor({ ...SLOW, state: 'detached' });

    const { cookie } = await trustedAs(api, own.organisation, 'preparer');
    const body = { approved_cost: { amount: 3 * PRICE, currency: 'NGN' } };
    const path = `/v1/batches/${batchId}/request-start`;
    expect((await browse(api, path, { method: 'POST', body, cookie })).status).toBe(201);
    await page.getByText('Waits for approval').waitFor(SLOW);
    expect(await page.locator('[role="status"]:focus').count()).toBe(0);
  } finally {
    await close();
  }
});

it('on a phone, a link at the top leads to the start', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  await inConsole(context, api, own, 'owner', async (page) => {
    await page.setViewportSize(PHONE);
    await chooseFile(page, api, { name: 'phone.csv', file: FILE, campaign: 'phone' });
    await check(page, 'phone');
    const button = page.getByRole('button', { name: 'Buy 3 rows of a campaign of ₦30.00' });
    await button.waitFor(SLOW);
    const start = page.locator('#start');
    const top = async () => (await start.boundingBox())?.y ?? Number.NaN;
    expect(await top()).toBeGreaterThan(PHONE.height);
    await page.getByRole('link', { name: 'Go to “Start”: ₦30.00' }).click();
    await expect.poll(top).toBeLessThan(PHONE.height);
    expect(await faultsOf(page)).toEqual([]);
  });
});
