import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, GLO_BUNDLE, MTN_BUNDLE, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { setStaffRule } from '../../../support/approvals/staff.ts';
import { faultsEverywhere, openStaffConsole, SLOW } from '../../../support/console/open.ts';
import { browse, invited, organisationOf } from '../../../support/people/fixture.ts';
import { staffAs } from '../../../support/people/staff.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('an operator finds a campaign of a client by its status, and cancels it with a reason', async (context) => {
  const answer = await call(api, '/v1/batches?reference=stop-it&start=manual', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: `phone_number,bundle_id\n+2348031000001,${MTN_BUNDLE}\n`,
  });
  const { id } = JSON.parse(answer.text);
  const { page, errors, close } = await openStaffConsole(context, api, 'operator');
  try {
    await page.goto(`${api.baseUrl}/operations`);
    await page.getByRole('navigation').getByRole('link', { name: 'Campaigns' }).click();
    await page.getByText('No campaign matches').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByLabel('Status').selectOption({ label: 'Ready to start' });
    await page.getByRole('rowheader', { name: `stop-it ${id}` }).waitFor(SLOW);
    expect(new URL(page.url()).searchParams.get('status')).toBe('ready');
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel the campaign stop-it of ₦10.00?' });
    await dialog.getByText('Real money and real networks.').waitFor(SLOW);
    const confirm = dialog.getByRole('button', { name: 'Cancel stop-it of ₦10.00' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('the client asked');
    expect(await faultsEverywhere(page)).toEqual([]);
    await confirm.click();
    await page.getByText('The command was done.').waitFor(SLOW);
    expect(JSON.parse((await call(api, `/v1/batches/${id}`)).text).status).toBe('canceled');
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('finance changes a price, after a dialog that shows it before and after, and a colleague approves it', async (context) => {
  await setStaffRule(api.pool, 'account_prices', 1);
  const address = `/v1/staff/accounts/${api.client.accountId}/prices`;
  const { page, errors, cookie, close } = await openStaffConsole(context, api, 'finance');
  const priceNow = async () => {
    const { data } = JSON.parse((await browse(api, address, { cookie })).text);
    return data.find((one: { bundle_id: string }) => one.bundle_id === MTN_BUNDLE).price.amount;
  };
  const row = page.getByRole('row', { name: MTN_BUNDLE });
  const send = async () => {
    await row.getByRole('button', { name: 'Change', exact: true }).click();
    const note = page.getByRole('dialog');
    await note.getByLabel('New price (NGN)').fill('12.34');
    await note.getByRole('button', { name: 'Note this change' }).click();
    await row.getByText('₦12.34').waitFor(SLOW);
    await page.getByRole('button', { name: 'Review 1 change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 1 price of Test?' });
    await dialog.getByRole('cell', { name: '₦10.00' }).waitFor(SLOW);
    await dialog.getByLabel('Reason').fill('contract 114');
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Change 1 price of Test' }).click();
  };
  try {
    await page.goto(`${api.baseUrl}/operations/accounts/${api.client.accountId}`);
    await page.getByRole('link', { name: 'Prices' }).click();
    await row.waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await send();
    await page.getByText('Another person must approve this first.').waitFor(SLOW);
    expect(await priceNow()).toBe(1_000);
    const { cookie: other } = await staffAs(api, 'operator');
    const [approval] = JSON.parse((await browse(api, '/v1/staff/approvals', { cookie: other })).text).data;
    const approve = { method: 'POST', cookie: other, body: { reason: 'seen' } };
    expect((await browse(api, `/v1/staff/approvals/${approval.id}/approve`, approve)).status).toBe(200);
    await page.reload();
    await send();
    await page.getByText('The new prices count from now on.').waitFor(SLOW);
    expect(await priceNow()).toBe(1_234);
    expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
  } finally {
    await close();
  }
});

it('finance chooses a bundle that the account may not buy yet from a list', async (context) => {
  await api.pool.query('DELETE FROM account_bundles WHERE bundle_id = $1', [GLO_BUNDLE]);
  const { page, errors, close } = await openStaffConsole(context, api, 'finance');
  try {
    await page.goto(`${api.baseUrl}/operations/accounts/${api.client.accountId}/prices`);
    await page.getByRole('button', { name: 'Add a bundle' }).click();
    const dialog = page.getByRole('dialog');
    const bundle = dialog.getByLabel('Bundle');
    const wanted = `Glo – Glo 500 MB (${GLO_BUNDLE})`;
    await bundle.getByRole('option', { name: wanted }).waitFor({ ...SLOW, state: 'attached' });
    expect(await bundle.getByRole('option').allTextContents()).toEqual(['Choose a bundle', wanted]);
    await dialog.getByLabel('Price (NGN)').fill('7.50');
    const note = dialog.getByRole('button', { name: 'Note this change' });
    expect(await note.isDisabled()).toBe(true);
    await bundle.selectOption(GLO_BUNDLE);
    expect(await faultsEverywhere(page)).toEqual([]);
    await note.click();
    await page.getByRole('button', { name: 'Review 1 change' }).click();
    await page
      .getByRole('dialog')
      .getByRole('row', { name: `${GLO_BUNDLE} Not sold ₦7.50` })
      .waitFor(SLOW);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('an admin finds a person of a client by a part of the address, and suspends them', async (context) => {
  const organisation = await organisationOf(api, api.client.accountId);
  const person = await invited(api, organisation, 'preparer');
  const { page, errors, close } = await openStaffConsole(context, api, 'admin');
  try {
    await page.goto(`${api.baseUrl}/operations/people`);
    const field = page.getByLabel('Part of an e-mail address or name');
    await field.fill('no one has this');
    await page.keyboard.press('Enter');
    await page.getByText('No one has this in their address or name').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await field.fill(person.email);
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: person.email });
    await row.getByText('Active').waitFor(SLOW);
    expect(new URL(page.url()).searchParams.get('q')).toBe(person.email);
    expect(await faultsEverywhere(page)).toEqual([]);
    await row.getByRole('button', { name: 'Suspend' }).click();
    const dialog = page.getByRole('dialog', { name: `Suspend ${person.email} in Acme?` });
    await dialog.getByLabel('Reason').fill('stolen laptop');
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: `Suspend ${person.email}` }).click();
    await row.getByText('Suspended').waitFor(SLOW);
    await row.getByRole('button', { name: 'End the suspension' }).waitFor(SLOW);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
