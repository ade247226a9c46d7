import { afterAll, beforeAll, expect, it } from 'vitest';
import { othersOf } from '../../../console/src/approvals/own.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, addClient, MTN_BUNDLE, PRICE, startApi } from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../support/console/open.ts';
import { browse, organisationOf, trustedAs } from '../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('an approver sees what waits, with its amount, and approves it after a confirmation', async (context) => {
  const client = await addClient(api.pool, { balance: 10 * PRICE });
  const organisation = await organisationOf(api, client.accountId);
  const { cookie } = await trustedAs(api, organisation, 'owner');
  const threshold = { one_approval_from: { amount: 1, currency: 'NGN' }, two_approvals_from: null };
  const rule = { campaign_start: threshold };
  const set = await browse(api, '/v1/settings/approval-rules', { method: 'PUT', body: rule, cookie });
  expect([set.status, set.text]).toEqual([200, expect.anything()]);
  const batchId = await waitingCampaign(client.key);

  const { page, errors, close } = await openConsole(context, api, organisation, 'approver');
  try {
    await page.goto(`${api.baseUrl}/`);
    await page.getByRole('link', { name: '1 campaign waits for an approval' }).waitFor(SLOW);
    // It waits for an approval, so it is not offered to be started.
    expect(await page.getByRole('link', { name: 'spring' }).count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);
    const reads: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.includes(batchId) && pathname.startsWith('/v1/')) reads.push(pathname);
    });
    await page.getByRole('link', { name: 'Approvals' }).click();
    await page.getByRole('heading', { name: 'A campaign of ₦10.00' }).waitFor(SLOW);
    await page.getByRole('link', { name: 'spring', exact: true }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    // The list alone reads no campaign.
    expect(reads).toEqual([]);
    await page.getByText('What it buys').click();
    await page.getByText('Rows to buy').waitFor(SLOW);
    expect(reads).toEqual(expect.arrayContaining([`/v1/batches/${batchId}/breakdown`]));
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve a campaign of ₦10.00?' });
    await dialog.getByText('Rows to buy').waitFor(SLOW);
    await dialog.getByText('Bundles', { exact: true }).waitFor(SLOW);
    await dialog.getByLabel('Reason (optional)').fill('agreed');
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Approve only' }).click();
    await page.getByText('No campaign waits for an approval').waitFor(SLOW);
    await page.getByText('Approved, but not started yet').waitFor(SLOW);
    await page.getByRole('button', { name: 'Start it as approved' }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    // Nor does the list read a campaign that is approved; only the dialog that starts it does.
    reads.length = 0;
    await page.reload();
    await page.getByRole('button', { name: 'Start it as approved' }).waitFor(SLOW);
    await page.waitForLoadState('networkidle');
    expect(reads).toEqual([]);
    await page.getByRole('button', { name: 'Start it as approved' }).click();
    const starting = page.getByRole('dialog', { name: 'Start a campaign of ₦10.00?' });
    await starting.getByText('Rows to buy').waitFor(SLOW);
    await starting.getByText('It starts now.').waitFor(SLOW);
    await starting.getByText('Now', { exact: true }).waitFor(SLOW);
    expect(await starting.getByText('When someone starts it').count()).toBe(0);
    await starting.locator('button:enabled', { hasText: 'Buy for ₦10.00' }).waitFor(SLOW);
    await starting.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('link', { name: 'Approved: start it' }).click();
    await page.getByRole('button', { name: 'Buy 1 row of a campaign of ₦10.00' }).waitFor(SLOW);
    expect(new URL(page.url()).pathname).toBe(`/campaigns/${batchId}`);
    const { rows } = await api.pool.query('SELECT status FROM approvals');
    expect(rows).toEqual([{ status: 'approved' }]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('no one approves a campaign whose contents cannot be read', async (context) => {
  const client = await addClient(api.pool, { balance: 10 * PRICE });
  const organisation = await organisationOf(api, client.accountId);
  const batchId = await uploadedCampaign(client.key);
  const preparer = await trustedAs(api, organisation, 'preparer');
  const body = { approved_cost: { amount: PRICE, currency: 'NGN' } };
  const path = `/v1/batches/${batchId}/request-start`;
  expect((await browse(api, path, { method: 'POST', cookie: preparer.cookie, body })).status).toBe(201);
  const { page, close } = await openConsole(context, api, organisation, 'approver');
  try {
    await page.route(`**/v1/batches/${batchId}/breakdown`, (route) =>
      route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }),
    );
    await page.goto(`${api.baseUrl}/approvals`);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve a campaign of ₦10.00?' });
    await dialog.getByRole('alert').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    // The campaign itself is read by now, so its start is offered, but neither can be confirmed.
    await dialog.locator('button:disabled', { hasText: 'Approve and start' }).waitFor(SLOW);
    await dialog.locator('button:disabled', { hasText: 'Approve only' }).waitFor(SLOW);
  } finally {
    await close();
  }
});

it('a preparer withdraws what they asked for, and no one else can', async (context) => {
  const client = await addClient(api.pool, { balance: 10 * PRICE });
  const organisation = await organisationOf(api, client.accountId);
  const { page, cookie, errors, close } = await openConsole(context, api, organisation, 'preparer');
  const colleague = await openConsole(context, api, organisation, 'preparer');
  try {
    const batchId = await uploadedCampaign(client.key);
    const body = { approved_cost: { amount: PRICE, currency: 'NGN' } };
    const asked = await browse(api, `/v1/batches/${batchId}/request-start`, { method: 'POST', cookie, body });
    expect(asked.status).toBe(201);

    await colleague.page.goto(`${api.baseUrl}/approvals`);
    await colleague.page.getByRole('heading', { name: 'A campaign of ₦10.00' }).waitFor(SLOW);
    expect(await colleague.page.getByRole('button', { name: 'Withdraw' }).count()).toBe(0);

    await page.goto(`${api.baseUrl}/approvals`);
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw your request of ₦10.00?' });
    const confirm = dialog.getByRole('button', { name: 'Withdraw ₦10.00' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('wrong file');
    expect(await faultsEverywhere(page)).toEqual([]);
    await confirm.click();
    await page.getByText('No campaign waits for an approval').waitFor(SLOW);
    const { rows } = await api.pool.query(`SELECT status FROM approvals WHERE account_id = $1`, [
      uuidOf('acc', client.accountId),
    ]);
    expect(rows).toEqual([{ status: 'withdrawn' }]);
    expect([...errors, ...colleague.errors]).toEqual([]);
  } finally {
    await close();
    await colleague.close();
  }
});

it('who asks or prepared a campaign does not count among those who may approve it', () => {
  const approvers = ['per_asks', 'per_uploaded', 'per_other', 'key_other'];
  expect(othersOf(approvers, ['per_asks', 'per_uploaded', undefined, null])).toBe(2);
  expect(othersOf(approvers, ['per_preparer'])).toBe(4);
});

/** A campaign of one row that waits for its start. */
async function uploadedCampaign(key: string): Promise<string> {
  const uploaded = await call(api, '/v1/batches?reference=spring&start=manual', {
    method: 'POST',
    key,
    headers: { 'content-type': 'text/csv' },
    body: `phone_number,bundle_id\n+2348031234567,${MTN_BUNDLE}\n`,
  });
  return JSON.parse(uploaded.text).id;
}

/** A campaign of one row whose start was requested by a key. */
async function waitingCampaign(key: string): Promise<string> {
  const id = await uploadedCampaign(key);
  const started = await call(api, `/v1/batches/${id}/start`, { method: 'POST', key });
  expect(JSON.parse(started.text)).toMatchObject({ error: { code: 'approval_required' } });
  return id;
}
