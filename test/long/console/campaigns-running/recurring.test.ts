import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, MTN_BUNDLE, PRICE, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { inConsole, type Own, ownAccount } from '../../../support/console/campaigns.ts';
import { faultsEverywhere, SLOW } from '../../../support/console/open.ts';
import { browse } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function upload({ client: { key } }: Own, reference: string): Promise<string> {
  const answer = await call(api, `/v1/batches?reference=${reference}&start=manual&send_between=09:00-20:00`, {
    method: 'POST',
    key,
    headers: { 'content-type': 'text/csv' },
    body: `phone_number,bundle_id\n+2348031234567,${MTN_BUNDLE}\n+2348031234568,${MTN_BUNDLE}\n`,
  });
  return JSON.parse(answer.text).id;
}

/** The recurring campaigns of the account, as its API key reads them. */
async function recurringOf({ client: { key } }: Own): Promise<readonly Record<string, unknown>[]> {
  return JSON.parse((await call(api, '/v1/recurring-batches', { key })).text).data;
}

const dialog = (page: Page) => page.getByRole('dialog');
const proceed = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

it('a person creates a recurring campaign, after its mistakes and a confirmation that names the amount', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const source = await upload(own, 'bonus');
  await inConsole(context, api, own, 'owner', async (page, cookie) => {
    const rule = { one_approval_from: { amount: 2 * PRICE, currency: 'NGN' }, two_approvals_from: null };
    const body = { campaign_start: rule };
    const set = await browse(api, '/v1/settings/approval-rules', { method: 'PUT', body, cookie });
    expect([set.status, set.text]).toEqual([200, expect.anything()]);
    await page.goto(`${api.baseUrl}/campaigns/schedules`);
    await page.getByRole('link', { name: 'New recurring campaign' }).click();
    await page.getByRole('heading', { name: 'New recurring campaign' }).waitFor(SLOW);
    await page.getByLabel('Campaign whose rows are bought').waitFor(SLOW);
    await proceed(page);
    await page.getByText('Choose the campaign whose rows are bought.').waitFor(SLOW);
    await page.getByText('Enter a name with letters or digits.').waitFor(SLOW);
    await page.getByText('Choose at least one day of the week.').waitFor(SLOW);
    await page.getByText('Nothing was created yet. Correct the marked fields.').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.getByLabel('Campaign whose rows are bought').selectOption({ label: 'bonus' });
    await page.getByText('2 rows, ₦20.00 when they were checked.').waitFor(SLOW);
    await page.getByText('between 09:00 and 20:00').waitFor(SLOW);
    await page.getByLabel('Name of the recurring campaign').fill('Weekly bonus');
    await page.getByText('Weekly-bonus', { exact: false }).waitFor(SLOW);
    await page.getByLabel(/^Days/).selectOption({ label: 'On days of the week' });
    await page.getByRole('checkbox', { name: 'Monday' }).check();
    await page.getByRole('checkbox', { name: 'Thursday' }).check();
    await page.getByLabel('Time of the day').fill('08:30');
    await page.getByLabel('Time zone').selectOption('Africa/Lagos');
    await proceed(page);
    await page.getByText('Enter the most that one run may cost.').waitFor(SLOW);
    await page.getByLabel('The most that one run may cost').fill('50');
    expect(await page.getByText('Correct the marked fields.').count()).toBe(0);
    await proceed(page);

    await dialog(page).getByText('On Monday and Thursday at 08:30 (Africa/Lagos).').waitFor(SLOW);
    await dialog(page).getByText('Each run spends ₦50.00 at most.').waitFor(SLOW);
    await dialog(page).getByText('Runs of ₦20.00 or more need an approval.').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(await recurringOf(own)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Create: up to ₦50.00 for each run' }).click();
    await page.getByText(/^Weekly-bonus was created\. Its next run is on /).waitFor(SLOW);
    await page.getByText('On Monday and Thursday at 08:30 (Africa/Lagos).').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(await recurringOf(own)).toEqual([
      expect.objectContaining({
        reference: 'Weekly-bonus',
        batch_id: source,
        time_zone: 'Africa/Lagos',
        at: '08:30',
        weekdays: [1, 4],
        month_days: [],
        ends_at: null,
        approved_cost: { amount: 5 * PRICE, currency: 'NGN' },
        duplicate_window_hours: 0,
      }),
    ]);
  });
}, 600_000);

it('from its campaign, days of the month; a name that is used is named at its field', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const source = await upload(own, 'salary');
  const taken = {
    reference: 'taken',
    batch_id: source,
    time_zone: 'UTC',
    at: '08:00',
    approved_cost: { amount: PRICE, currency: 'NGN' },
  };
  await call(api, '/v1/recurring-batches', { method: 'POST', key: own.client.key, body: taken });
  await inConsole(context, api, own, 'approver', async (page) => {
    await page.goto(`${api.baseUrl}/campaigns/schedules`);
    const zone: string = await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone');
    await page.goto(`${api.baseUrl}/campaigns/schedules?repeat=${source}`);
    await page.getByText('2 rows, ₦20.00 when they were checked.').waitFor(SLOW);
    expect(await page.getByLabel('Time zone').inputValue()).toBe(zone);
    await page.getByLabel('Name of the recurring campaign').fill('taken');
    await page.getByLabel(/^Days/).selectOption({ label: 'On days of the month' });
    await page.getByRole('checkbox', { name: '1', exact: true }).check();
    await page.getByRole('checkbox', { name: '31', exact: true }).check();
    await page.getByText('A month without a day that you chose has no run for it.').waitFor(SLOW);
    await page.getByLabel('The most that one run may cost').fill('20');
    await page.getByLabel('Hold back rows').fill('24');
    await proceed(page);
    await dialog(page).getByText('within 24 hours are held back').waitFor(SLOW);
    const create = dialog(page).getByRole('button', { name: 'Create: up to ₦20.00 for each run' });
    await create.click();
    await page.getByText('This reference was already used for another recurring batch.').waitFor(SLOW);
    const name = page.getByLabel('Name of the recurring campaign');
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    await name.fill('monthly');
    await proceed(page);
    await create.click();
    await page.getByText(/^monthly was created\./).waitFor(SLOW);
    expect(await recurringOf(own)).toContainEqual(
      expect.objectContaining({ reference: 'monthly', month_days: [1, 31], duplicate_window_hours: 24 }),
    );
  });
}, 600_000);

it('a person who may not start recurring campaigns sees the schedules without the form', async (context) => {
  const own = await ownAccount(api, PRICE);
  const source = await upload(own, 'looked-at');
  await inConsole(context, api, own, 'viewer', async (page) => {
    await page.goto(`${api.baseUrl}/campaigns/schedules?repeat=${source}`);
    await page.getByText('Nothing is scheduled').waitFor(SLOW);
    expect(await page.getByRole('link', { name: 'New recurring campaign' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
  });
}, 600_000);
