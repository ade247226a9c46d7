import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { fillStaffLists } from '../../support/api/staff-lists.ts';
import { faultsEverywhere, openStaffConsole, SLOW } from '../../support/console/open.ts';
import { browse } from '../../support/people/fixture.ts';
import { staffAs } from '../../support/people/staff.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
  await fillStaffLists(api, (await staffAs(api, 'operator')).cookie);
});
afterAll(() => api.close());

/** Each screen, its list, and the field of an item that the screen shows. */
const SCREENS = [
  ['/operations/stuck', '/purchases/stuck', 'id'],
  ['/operations/late', '/late-confirmations', 'purchase_id'],
  ['/operations/contradictions', '/contradictions', 'purchase_id'],
  ['/operations/webhooks', '/webhook-endpoints/failing', 'account_id'],
  ['/operations/queues', '/queues/webhook-endpoints', 'account_id'],
  ['/operations/approvals', '/approvals', 'reason'],
  ['/operations/accounts', '/accounts', 'id'],
  ['/operations/people', '/people', 'email'],
  ['/operations/campaigns?status=ready', '/batches', 'id'],
  ['/operations/reconciliations', '/reconciliations', 'created_at'],
  ['/operations/audit?action=gateway_reconcile', '/audit-log', 'created_at'],
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
    for (const [, path] of SCREENS) await shorten(page, path);
    await page.goto(`${api.baseUrl}/operations/people`);
    await page.getByRole('link', { name: 'Next page' }).waitFor(SLOW);
    for (const [address, path, field] of SCREENS) {
      const [first, second] = await readPages(path, address, field, cookie);
      // As a link does: without the cache, which changed requests do not use, each load reads a hundred files.
      await page.evaluate(`history.pushState({}, '', '${address}')`);
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

it('an operator finds a campaign of an account by its note, and then those of all accounts', async (context) => {
  await api.pool.query(
    `UPDATE batches SET note = 'For the winter sale' WHERE account_id = $1 AND reference = 'page-3'`,
    [uuidOf('acc', api.client.accountId)],
  );
  const { page, errors, close } = await openStaffConsole(context, api, 'operator');
  try {
    await page.goto(`${api.baseUrl}/operations/accounts/${api.client.accountId}`);
    await page.getByRole('main').getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('row', { name: /^page-5 / }).waitFor(SLOW);
    await page.getByLabel('Part of the reference or note').fill('WINTER');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /^page-5 / }).waitFor({ ...SLOW, state: 'detached' });
    await page.getByRole('row', { name: /^page-3 / }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('link', { name: 'Show all accounts' }).click();
    await page.getByRole('link', { name: 'Show all accounts' }).waitFor({ ...SLOW, state: 'detached' });
    await page.getByRole('row', { name: /^page-3 / }).waitFor(SLOW);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('q'), searchParams.get('of')]).toEqual(['WINTER', null]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
