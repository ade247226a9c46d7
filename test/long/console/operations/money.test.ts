import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, startApi } from '../../../support/api/fixture.ts';
import { balanceOf } from '../../../support/api/http.ts';
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
const availableNow = async () => (await balanceOf(api))[0] ?? 0;

it('finance books a payment, after a dialog that names the account, its mode and the balance', async (context) => {
  const before = await availableNow();
  const { page, errors, close } = await openStaffConsole(context, api, 'finance');
  try {
    await page.goto(address());
    await page.getByText('Real money and real networks.').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Book a payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book a payment of Test?' });
    await dialog.getByText('Real money and real networks.').waitFor(SLOW);
    const nothing = dialog.getByRole('button', { name: 'Book ₦0.00 for Test' });
    expect(await nothing.isDisabled()).toBe(true);
    await dialog.getByLabel('Amount (NGN)').fill('1,250.50');
    await dialog.getByLabel('Reason').fill('bank transfer 77');
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Book ₦1,250.50 for Test' }).click();
    await page.getByText('It is booked.').waitFor(SLOW);
    expect(await availableNow()).toBe(before + 125_050);
    await page.getByRole('row', { name: /Payment booked.*bank transfer 77/ }).waitFor(SLOW);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('a correction waits for a colleague, then one button books exactly this', async (context) => {
  await setStaffRule(api.pool, 'account_adjust', 1);
  const before = await availableNow();
  const { page, errors, close } = await openStaffConsole(context, api, 'finance');
  try {
    await page.goto(address());
    await page.getByRole('button', { name: 'Correct the balance' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct the balance of Test?' });
    await dialog.getByLabel('taken from the client').check();
    await dialog.getByLabel('Reason').fill('paid twice');
    await dialog.getByLabel('Amount (NGN)').fill('999,999,999');
    await dialog.getByText('This is more than the').waitFor(SLOW);
    await dialog.getByLabel('Amount (NGN)').fill('20');
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Take ₦20.00 from Test' }).click();
    await page.getByText('Another person must approve this first.').waitFor(SLOW);
    await page.getByRole('row', { name: /account adjust: ₦20\.00 \(taken from the client\)/ }).waitFor(SLOW);
    expect(await availableNow()).toBe(before);
    expect(await faultsEverywhere(page)).toEqual([]);

    const { cookie } = await staffAs(api, 'operator');
    const [approval] = JSON.parse((await browse(api, '/v1/staff/approvals', { cookie })).text).data;
    expect(approval.terms).toEqual({ direction: 'from_client' });
    const approve = { method: 'POST', cookie, body: { reason: 'seen' } };
    expect((await browse(api, `/v1/staff/approvals/${approval.id}/approve`, approve)).status).toBe(200);
    await page.reload();
    await page.getByRole('button', { name: 'Book it now' }).click();
    const booking = page.getByRole('dialog');
    expect(await faultsEverywhere(page)).toEqual([]);
    await booking
      .getByRole('button', { name: 'Book account adjust: ₦20.00 (taken from the client)' })
      .click();
    await page.getByText('It is booked.').waitFor(SLOW);
    expect(await availableNow()).toBe(before - 2_000);
    expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
  } finally {
    await close();
  }
});

it('who may not move money reads the account, and who does', async (context) => {
  const { page, errors, close } = await openStaffConsole(context, api, 'support');
  try {
    await page.goto(address());
    await page.getByText('Your colleagues in finance book payments and corrections.').waitFor(SLOW);
    expect(await page.getByRole('button', { name: 'Book a payment' }).count()).toBe(0);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
