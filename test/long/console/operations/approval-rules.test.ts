import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { setStaffRule } from '../../../support/approvals/staff.ts';
import { faultsEverywhere, openStaffConsole, SLOW } from '../../../support/console/open.ts';
import { browse } from '../../../support/people/fixture.ts';
import { staffAs } from '../../../support/people/staff.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const address = () => `${api.baseUrl}/operations/accounts/${api.client.accountId}`;
/** The rule as the client itself reads it. */
const ruleNow = async () =>
  JSON.parse((await call(api, '/v1/settings/approval-rules', { key: api.client.key })).text).campaign_start;

it('an operator sets from which amounts campaigns of a client need approvals', async (context) => {
  const { page, errors, close } = await openStaffConsole(context, api, 'operator');
  try {
    await page.goto(address());
    await page.getByRole('link', { name: 'Approval rules' }).click();
    await page.getByRole('heading', { name: 'Approval rules of Test' }).waitFor(SLOW);
    await page.getByText('No campaign needs an approval.').waitFor(SLOW);
    await page.getByLabel('One approval from this amount (NGN)').fill('250,000');
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Change the rules' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the approval rules of Test?' });
    await dialog.getByText('From ₦250,000.00, one other person must approve.').waitFor(SLOW);
    await dialog.getByText('No person or key may approve.').waitFor(SLOW);
    await dialog.getByText('Real money and real networks.').waitFor(SLOW);
    const save = dialog.getByRole('button', { name: 'Save the rules' });
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('contract of November');
    expect(await faultsEverywhere(page)).toEqual([]);
    await save.click();
    await page.getByText('The new rules apply from now on.').waitFor(SLOW);
    expect(await ruleNow()).toMatchObject({
      one_approval_from: { amount: 25_000_000, currency: 'NGN' },
      two_approvals_from: null,
    });
    await page.goto(address());
    await page.getByRole('row', { name: /contract of November/ }).waitFor(SLOW);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('a change waits for a colleague if the staff rules want that', async (context) => {
  await setStaffRule(api.pool, 'approval_rules', 1);
  const before = await ruleNow();
  const { page, errors, close } = await openStaffConsole(context, api, 'operator');
  const change = async (hours: string) => {
    await page.getByLabel('Hours until an approval ends').fill(hours);
    await page.getByRole('button', { name: 'Change the rules' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('slow approvers');
    await dialog.getByRole('button', { name: 'Save the rules' }).click();
  };
  try {
    await page.goto(`${address()}/approval-rules`);
    await change('96');
    await page.getByText('Another person must approve this first.').waitFor(SLOW);
    expect(await ruleNow()).toEqual(before);

    const { cookie } = await staffAs(api, 'finance');
    const [approval] = JSON.parse((await browse(api, '/v1/staff/approvals', { cookie })).text).data;
    const approve = { method: 'POST', cookie, body: { reason: 'seen' } };
    expect((await browse(api, `/v1/staff/approvals/${approval.id}/approve`, approve)).status).toBe(200);
    await page.reload();
    await page.getByLabel('Hours until an approval ends').waitFor(SLOW);
    await change('96');
    await page.getByText('The new rules apply from now on.').waitFor(SLOW);
    expect(await ruleNow()).toEqual({ ...before, valid_hours: 96 });
    expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
  } finally {
    await close();
  }
});

it('support reads the rules, and cannot change them', async (context) => {
  const { page, errors, close } = await openStaffConsole(context, api, 'support');
  try {
    await page.goto(`${address()}/approval-rules`);
    await page.getByText('Colleagues who may change accounts set these rules.').waitFor(SLOW);
    expect(await page.getByRole('button', { name: 'Change the rules' }).count()).toBe(0);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
