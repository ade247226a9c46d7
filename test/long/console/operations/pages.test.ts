import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidOf } from '../../../../domain/ids.ts';
import { type ApiFixture, addClient, MTN_BUNDLE, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { fillStaffLists } from '../../../support/api/staff-lists.ts';
import { faultsEverywhere, openStaffConsole, SLOW } from '../../../support/console/open.ts';
import { browse } from '../../../support/people/fixture.ts';
import { staffAs } from '../../../support/people/staff.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
  await fillStaffLists(api, (await staffAs(api, 'operator')).cookie);
});
afterAll(() => api.close());

/** The heading of each screen, its address, its list, and the field of an item that the screen shows. */
const SCREENS = [
  ['Stuck purchases', '/operations/stuck', '/purchases/stuck', 'id'],
  ['Late deliveries', '/operations/late', '/late-confirmations', 'purchase_id'],
  ['Contradictions', '/operations/contradictions', '/contradictions', 'purchase_id'],
  ['Failing webhooks', '/operations/webhooks', '/webhook-endpoints/failing', 'account_id'],
  ['Queues', '/operations/queues', '/queues/webhook-endpoints', 'account_id'],
  ['Approvals', '/operations/approvals', '/approvals', 'reason'],
  ['Accounts', '/operations/accounts', '/accounts', 'id'],
  ['People of clients', '/operations/people', '/people', 'email'],
  ['Campaigns', '/operations/campaigns?status=ready', '/batches', 'id'],
  ['Reconciliations', '/operations/reconciliations', '/reconciliations', 'created_at'],
  ['Audit log', '/operations/audit?action=gateway_reconcile', '/audit-log', 'created_at'],
] as const;

const SHORT = '2';

/** Makes the pages of a list short. What the API answers is as it is. */
async function shorten(page: Page, path: string): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === `/v1/staff${path}`,
    (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', SHORT);
      return route.continue({ url: url.href });
    },
  );
}

/** What the first two pages of a list show: the field of an item that only this page has. */
async function readPages(path: string, address: string, field: string, cookie: string) {
  const read = async (more: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ ...more, limit: SHORT });
    for (const [name, value] of new URL(address, api.baseUrl).searchParams) query.set(name, value);
    const { text } = await browse(api, `/v1/staff${path}?${query}`, { cookie });
    const page: { data: Record<string, string>[]; next_cursor: string } = JSON.parse(text);
    return { items: page.data.map((item) => String(item[field])), next: page.next_cursor };
  };
  const first = await read({});
  const second = await read({ cursor: first.next });
  const onlyOn = (these: string[], others: string[]) => these.find((item) => !others.includes(item));
  return [onlyOn(first.items, second.items), onlyOn(second.items, first.items)];
}

it('the staff comes to the next page of each list, and back to the first', async (context) => {
  const { page, cookie, errors, close } = await openStaffConsole(context, api, 'operator');
  const shows = (item: string | undefined) => async () =>
    (await page.locator('main').innerHTML()).includes(item ?? 'nothing');
  try {
    for (const [, , path] of SCREENS) await shorten(page, path);
    await page.goto(`${api.baseUrl}/operations/people`);
    await page.getByRole('link', { name: 'Next page' }).waitFor(SLOW);
    for (const [title, address, path, field] of SCREENS) {
      const [first, second] = await readPages(path, address, field, cookie);
      // As a link does: without the cache, which changed requests do not use, each load reads a hundred files.
      await page.evaluate(`history.pushState({}, '', '${address}')`);
      // The former screen stays until the new one is loaded, and may have the same items.
      await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor(SLOW);
      expect(new URL(page.url()).pathname).toBe(new URL(address, api.baseUrl).pathname);
      await expect.poll(shows(first), SLOW).toBe(true);
      expect([address, await shows(second)()]).toEqual([address, false]);
      await page.getByRole('link', { name: 'Next page' }).click();
      await expect.poll(shows(second), SLOW).toBe(true);
      expect([address, await shows(first)()]).toEqual([address, false]);
      await page.getByRole('link', { name: 'Back to the first page' }).click();
      await expect.poll(shows(first), SLOW).toBe(true);
      expect(new URL(page.url()).searchParams.has('cursor')).toBe(false);
    }
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

/** A campaign of another account. */
async function addCampaign(reference: string, note: string): Promise<void> {
  const client = await addClient(api.pool, { balance: 100_000 });
  const { status } = await call({ ...api, client }, `/v1/batches?reference=${reference}&start=manual`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: `phone_number,bundle_id\n+2348031000009,${MTN_BUNDLE}\n`,
  });
  if (status !== 201) throw new Error(`the campaign was answered with ${status}`);
  await api.pool.query('UPDATE batches SET note = $2 WHERE account_id = $1', [
    uuidOf('acc', client.accountId),
    note,
  ]);
}

it('an operator finds a campaign of an account by its note, and then those of all accounts', async (context) => {
  await api.pool.query(
    `UPDATE batches SET note = 'For the winter sale' WHERE account_id = $1 AND reference = 'page-3'`,
    [uuidOf('acc', api.client.accountId)],
  );
  await addCampaign('of-another', 'winter gifts');
  const { page, errors, close } = await openStaffConsole(context, api, 'operator');
  try {
    await page.goto(`${api.baseUrl}/operations/accounts/${api.client.accountId}`);
    await page.getByRole('main').getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('row', { name: /^page-5 / }).waitFor(SLOW);
    await page.getByLabel('Part of the reference or note').fill('WINTER');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /^page-5 / }).waitFor({ ...SLOW, state: 'detached' });
    await page.getByRole('row', { name: /^page-3 / }).waitFor(SLOW);
    expect(await page.getByRole('row', { name: /^of-another / }).count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('link', { name: 'Show all accounts' }).click();
    await page.getByRole('link', { name: 'Show all accounts' }).waitFor({ ...SLOW, state: 'detached' });
    await page.getByRole('row', { name: /^of-another / }).waitFor(SLOW);
    await page.getByRole('row', { name: /^page-3 / }).waitFor(SLOW);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('q'), searchParams.get('of')]).toEqual(['WINTER', null]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
