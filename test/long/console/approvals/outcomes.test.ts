import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidOf } from '../../../../domain/ids.ts';
import { type ApiFixture, MTN_BUNDLE, PRICE, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { inConsole, type Own, ownAccount } from '../../../support/console/campaigns.ts';
import { faultsEverywhere, SLOW } from '../../../support/console/open.ts';
import { browse, trustedAs } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const HOUR = 3_600_000;
const NUMBERS = ['+2348031000001', '+2348031000002', '+2348031000001'];

/** A campaign that a key uploaded, and for which a person asks. */
interface Waiting {
  readonly own: Own;
  readonly batchId: string;
  readonly approvalId: string;
  /** The session of who asked. */
  readonly preparer: string;
}

/** @param balance in bundles */
async function waiting(balance: number): Promise<Waiting> {
  return ask(await ownAccount(api, balance * PRICE));
}

/** Has a key upload a campaign, and a preparer ask for its start. @param more of the request */
async function ask(own: Own, more: object = {}): Promise<Waiting> {
  const batchId = await upload(own);
  const { cookie: preparer } = await trustedAs(api, own.organisation, 'preparer');
  const body = { approved_cost: { amount: 3 * PRICE, currency: 'NGN' }, note: 'For the holidays', ...more };
  const path = `/v1/batches/${batchId}/request-start`;
  const asked = await browse(api, path, { method: 'POST', cookie: preparer, body });
  return { own, batchId, approvalId: JSON.parse(asked.text).id, preparer };
}

async function upload({ client }: Own): Promise<string> {
  const rows = NUMBERS.map((number) => `${number},${MTN_BUNDLE}\n`).join('');
  const uploaded = await call(api, '/v1/batches?reference=spring&start=manual', {
    method: 'POST',
    key: client.key,
    headers: { 'content-type': 'text/csv' },
    body: `sep=,\nphone_number,bundle_id\n${rows}`,
  });
  return JSON.parse(uploaded.text).id;
}

/** Another approver decides. */
async function decide({ own, approvalId }: Waiting, verb: 'approve' | 'reject'): Promise<void> {
  const { cookie } = await trustedAs(api, own.organisation, 'approver');
  const path = `/v1/approvals/${approvalId}/${verb}`;
  const answer = await browse(api, path, { method: 'POST', cookie, body: { reason: 'Wrong month' } });
  expect(answer.status).toBe(200);
}

async function drop({ batchId, own }: Waiting): Promise<void> {
  const path = `/v1/batches/${batchId}/rows/4`;
  const answer = await call(api, path, { method: 'PATCH', key: own.client.key, body: { dropped: true } });
  expect(answer.status).toBe(200);
}

async function withdraw({ approvalId, preparer }: Waiting): Promise<void> {
  const path = `/v1/approvals/${approvalId}/withdraw`;
  const body = { reason: 'Wrong month' };
  expect((await browse(api, path, { method: 'POST', cookie: preparer, body })).status).toBe(200);
}

async function openDialog(page: Page) {
  await page.goto(`${api.baseUrl}/approvals`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve a campaign of ₦30.00?' });
  await dialog.locator('button:enabled', { hasText: 'Approve only' }).waitFor(SLOW);
  return dialog;
}

describe('the dialog of an approver stays, and says what others did with the request,', () => {
  it.for([
    ['rejected', (one: Waiting) => decide(one, 'reject'), 'The campaign was rejected.', 'Wrong month'],
    ['withdrawn', withdraw, 'The request was withdrawn.', 'Wrong month'],
    ['voided', drop, 'because the campaign was changed.', 'When'],
    ['approved', (one: Waiting) => decide(one, 'approve'), 'all the approvals that it needs.', 'When'],
  ] as const)('when it is %s', async ([, act, words, more], context) => {
    const one = await waiting(10);
    await inConsole(context, api, one.own, 'approver', async (page) => {
      const dialog = await openDialog(page);
      await act(one);
      await dialog.getByRole('alert').filter({ hasText: words }).waitFor(SLOW);
      await dialog.getByText(more).waitFor(SLOW);
      expect(await dialog.getByRole('button', { name: 'Approve' }).count()).toBe(0);
      expect(await faultsEverywhere(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ ...SLOW, state: 'detached' });
    });
  });
});

it('the dialog shows who prepared it, the note, the file, what is bought again, and what the balance lacks', async (context) => {
  const one = await waiting(2);
  await inConsole(context, api, one.own, 'approver', async (page) => {
    const dialog = await openDialog(page);
    const facts = dialog.locator('dl.facts');
    for (const text of [
      'Prepared by',
      'Requested by',
      'For the holidays',
      '3 rows',
      '1, bought again',
      '₦20.00',
    ])
      await facts.getByText(text).first().waitFor(SLOW);
    await dialog.getByText('Your balance lacks ₦10.00.').waitFor(SLOW);
    // What was unusual about the file.
    await dialog.getByText('The first line names the separator').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
  });
});

it('an answer 409 says what happened, also if nothing was read again before', async (context) => {
  const one = await waiting(10);
  await inConsole(context, api, one.own, 'approver', async (page) => {
    const dialog = await openDialog(page);
    const path = `**/v1/approvals/${one.approvalId}`;
    await page.route(path, (route) => route.abort());
    await decide(one, 'reject');
    await page.unroute(path);
    await dialog.getByRole('button', { name: 'Approve only' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'The campaign was rejected.' }).waitFor(SLOW);
  });
});

it('the outcome of requests is listed, and the campaign shows that of the last one', async (context) => {
  const one = await waiting(10);
  await withdraw(one);
  await inConsole(context, api, one.own, 'preparer', async (page) => {
    await page.goto(`${api.baseUrl}/campaigns/${one.batchId}`);
    await page.getByRole('status').filter({ hasText: 'The request was withdrawn.' }).waitFor(SLOW);
    await page.getByText('Wrong month').waitFor(SLOW);
    await page.goto(`${api.baseUrl}/approvals`);
    const row = page.getByRole('row').filter({ hasText: 'spring' });
    await row.getByText('The request was withdrawn.').waitFor(SLOW);
    await row.getByText('Wrong month').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
  });
});

it('a person who has given the first of two approvals can still reject', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const { cookie } = await trustedAs(api, own.organisation, 'owner');
  const from = { amount: 1, currency: 'NGN' };
  const campaign_start = { one_approval_from: from, two_approvals_from: from };
  await browse(api, '/v1/settings/approval-rules', { method: 'PUT', cookie, body: { campaign_start } });
  const one = await ask(own);
  await inConsole(context, api, own, 'approver', async (page) => {
    await page.goto(`${api.baseUrl}/approvals`);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve ₦30.00' }).click();
    await page.getByText('You have approved this request.').waitFor(SLOW);
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject a campaign of ₦30.00?' });
    await dialog.getByLabel('Reason').fill('Wrong month');
    await dialog.getByRole('button', { name: 'Reject ₦30.00' }).click();
    const row = page.getByRole('row').filter({ hasText: 'The campaign was rejected.' });
    await row.getByText('Wrong month').waitFor(SLOW);
    await page.goto(`${api.baseUrl}/campaigns/${one.batchId}`);
    const outcome = page.getByRole('status').filter({ hasText: 'The campaign was rejected.' });
    await outcome.locator('dl').getByText('By', { exact: true }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
  });
});

it('who requested a campaign that another prepared may approve it, as the API says', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const { cookie } = await trustedAs(api, own.organisation, 'owner');
  const campaign_start = { one_approval_from: { amount: 1, currency: 'NGN' }, two_approvals_from: null };
  await browse(api, '/v1/settings/approval-rules', { method: 'PUT', cookie, body: { campaign_start } });
  const batchId = await upload(own);
  await inConsole(context, api, own, 'owner', async (page, requester) => {
    const path = `/v1/batches/${batchId}/start`;
    expect((await browse(api, path, { method: 'POST', cookie: requester, body: {} })).status).toBe(409);
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Approve only' }).click();
    await page.getByText('Approved, but not started yet').waitFor(SLOW);
    // Another plan is not what was approved: it asks again, and nothing starts.
    await page.getByRole('link', { name: 'Approved: start it' }).click();
    await page.getByLabel('Hours').selectOption('between');
    await page.getByRole('button', { name: 'Ask for approval of ₦30.00' }).click();
    const start = page.getByRole('dialog', { name: 'Ask for the approval of ₦30.00?' });
    await start.getByText('From ₦0.01, a campaign needs the approval of another person').waitFor(SLOW);
    expect(await start.getByText('It starts now.').count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);
    await start.getByRole('button', { name: 'Ask for ₦30.00' }).click();
    await page.getByText('Waits for approval').waitFor(SLOW);
  });
});

it('an approval whose start time has passed is asked for again, and nothing starts', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const { cookie } = await trustedAs(api, own.organisation, 'owner');
  const campaign_start = { one_approval_from: { amount: 1, currency: 'NGN' }, two_approvals_from: null };
  await browse(api, '/v1/settings/approval-rules', { method: 'PUT', cookie, body: { campaign_start } });
  const one = await ask(own, { start_at: new Date(Date.now() + HOUR).toISOString() });
  await decide(one, 'approve');
  const campaign = uuidOf('bat', `bat_${one.batchId.slice(4)}`);
  const passed = new Date(Date.now() - HOUR).toISOString();
  await api.pool.query(
    `UPDATE approvals SET terms = jsonb_set(terms::jsonb, '{notBefore}', to_jsonb($2::text)) WHERE subject_id = $1`,
    [campaign, passed],
  );
  await inConsole(context, api, own, 'owner', async (page) => {
    await page.goto(`${api.baseUrl}/campaigns/${one.batchId}`);
    await page.getByText('The start time that was asked for has passed.').waitFor(SLOW);
    await page.getByRole('button', { name: 'Ask for approval of ₦30.00' }).click();
    const start = page.getByRole('dialog', { name: 'Ask for the approval of ₦30.00?' });
    await start.getByText('From ₦0.01, a campaign needs the approval of another person').waitFor(SLOW);
    expect(await start.getByText('It starts now.').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Buy/ }).count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);
    await start.getByRole('button', { name: 'Ask for ₦30.00' }).click();
    await page.getByText('Waits for approval').waitFor(SLOW);
    const { rows } = await api.pool.query(
      `SELECT a.status, b.status AS batch FROM approvals a JOIN batches b ON b.id = a.subject_id
        WHERE a.subject_id = $1 ORDER BY a.id`,
      [campaign],
    );
    expect(rows).toEqual([
      { status: 'voided', batch: 'ready' },
      { status: 'requested', batch: 'ready' },
    ]);
  });
});
