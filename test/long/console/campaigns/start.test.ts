import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, MTN_BUNDLE, PRICE, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { check, chooseFile, inConsole, ownAccount, shown } from '../../../support/console/campaigns.ts';
import { faultsEverywhere, SLOW } from '../../../support/console/open.ts';
import { browse, trustedAs } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const FILE = `phone_number,bundle_id\n${['1', '2', '3'].map((end) => `+234803100000${end},${MTN_BUNDLE}\n`).join('')}`;

it('a campaign that needs an approval asks for it, and starts as it was approved', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const approver = await trustedAs(api, own.organisation, 'owner');
  const campaign_start = { one_approval_from: { amount: 1, currency: 'NGN' }, two_approvals_from: null };
  await browse(api, '/v1/settings/approval-rules', {
    method: 'PUT',
    body: { campaign_start },
    cookie: approver.cookie,
  });
  await inConsole(context, api, own, 'owner', async (page) => {
    await chooseFile(page, api, { name: 'needs.csv', file: FILE, campaign: 'needs' });
    await check(page, 'needs');
    await page.getByText('wants the approval of another person').waitFor(SLOW);
    await page.getByText('1 other person must approve a campaign of this amount.').waitFor(SLOW);
    // Nothing on the screen says that it buys now.
    expect(await page.getByRole('button', { name: /^Buy/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Ask for approval of ₦30.00' }).click();
    await page.getByRole('button', { name: 'Ask for ₦30.00' }).click();
    await page.getByText('An approval of ₦30.00 is asked for: 0 of 1 given.').waitFor(SLOW);
    expect(await page.getByRole('button', { name: /^Buy/ }).count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);

    const { rows } = await api.pool.query('SELECT id FROM approvals');
    expect(rows).toHaveLength(1);
    const list = await browse(api, '/v1/approvals?status=requested', { cookie: approver.cookie });
    const { id } = JSON.parse(list.text).data[0];
    await browse(api, `/v1/approvals/${id}/approve`, { method: 'POST', body: {}, cookie: approver.cookie });
    // The screen finds the decision by itself.
    await page.getByText('Approved for ₦30.00.').waitFor(SLOW);
    await page.getByRole('button', { name: 'Buy 3 rows of a campaign of ₦30.00' }).click();
    await page.getByRole('button', { name: 'Buy for ₦30.00' }).click();
    await page.locator('.badge', { hasText: 'Running' }).waitFor(SLOW);
    expect(await shown(page, api, own)).toMatchObject({
      status: 'running',
      approved_cost: { amount: 3 * PRICE },
    });
  });
});

it('a campaign is scheduled for a time, in some hours, with a few rows first', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  await inConsole(context, api, own, 'owner', async (page) => {
    await chooseFile(page, api, { name: 'later.csv', file: FILE, campaign: 'later' });
    await check(page, 'later');
    await page.getByLabel('When').selectOption('later');
    await page.getByLabel('Start time').fill('2026-01-05T09:00');
    await page.getByText('Choose a start time in the future.').waitFor(SLOW);
    const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
    await page.getByLabel('Start time').fill(`${day}T09:00`);
    await page.getByLabel('Hours').selectOption('between');
    await page.getByLabel('From').fill('09:00');
    await page.getByLabel('Until').fill('18:00');
    await page.getByLabel('Buy a few rows first').check();
    await page.getByLabel('Rows to begin with').fill('2');
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Schedule 2 rows of a campaign of ₦30.00' }).click();
    await page.getByRole('dialog').getByText('First 2 rows are bought.').waitFor(SLOW);
    await page.getByRole('button', { name: 'Schedule for ₦30.00' }).click();
    await page.locator('.badge', { hasText: 'Scheduled' }).waitFor(SLOW);
    const batch = await shown(page, api, own);
    expect(batch).toMatchObject({ stage: 'scheduled', send_between: '09:00-18:00' });
    expect(new Date(batch.not_before).getTime()).toBeGreaterThan(Date.now());
  });
});

it('a change in another window is shown, and nothing starts that was not seen', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  await inConsole(context, api, own, 'owner', async (page) => {
    await chooseFile(page, api, { name: 'stale.csv', file: FILE, campaign: 'stale' });
    await check(page, 'stale');
    await page.getByRole('button', { name: 'Buy 3 rows of a campaign of ₦30.00' }).click();
    const { id } = await shown(page, api, own);
    const dropped = await call(api, `/v1/batches/${id}/rows/2`, {
      method: 'PATCH',
      key: own.client.key,
      body: { dropped: true },
    });
    expect(dropped.status).toBe(200);
    await page.getByText('The campaign has changed since you opened this question.').waitFor(SLOW);
    expect(await page.getByRole('button', { name: 'Buy for ₦30.00' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Buy 2 rows of a campaign of ₦20.00' }).waitFor(SLOW);
    expect(await shown(page, api, own)).toMatchObject({ status: 'ready' });
  });
});

it('the button that starts is shown when nothing above it can move it any more', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  await inConsole(context, api, own, 'owner', async (page) => {
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    await page.route('**/breakdown', async (route) => {
      begun.resolve();
      await release.promise;
      await route.continue();
    });
    await chooseFile(page, api, { name: 'still.csv', file: FILE, campaign: 'still' });
    await check(page, 'still');
    await begun.promise;
    const button = page.getByRole('button', { name: 'Buy 3 rows of a campaign of ₦30.00' });
    const cancel = page.getByRole('button', { name: 'Cancel the campaign' });
    await cancel.waitFor(SLOW);
    expect(await button.count()).toBe(0);
    release.resolve();
    await button.waitFor(SLOW);
    expect(await page.getByRole('row', { name: /₦30\.00$/ }).count()).toBe(1);
  });
});
