import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readNumbers } from '../../../../console/src/admin/limits/numbers.ts';
import { type ApiFixture, addClient, MTN_BUNDLE, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../../support/console/open.ts';
import { organisationOf, signedInAs } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('an admin sets from which amounts campaigns need approvals', async (context) => {
  const { accountId, key } = await addClient(api.pool);
  const organisation = await organisationOf(api, accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'admin');
  try {
    await page.goto(`${api.baseUrl}/admin/approvals`);
    await page.getByText('No campaign needs an approval.').waitFor(SLOW);
    await page.getByLabel('One approval from').fill('500,000');
    await page.getByLabel('Two approvals from').fill('100,000');
    await page.getByRole('button', { name: 'Change the rules' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the approval rules?' });
    await dialog.getByText('From ₦500,000.00, one other person must approve.').waitFor(SLOW);
    await dialog
      .getByText('No person or key may approve. With this rule, no campaign from ₦500,000.00 can start.')
      .waitFor(SLOW);
    await dialog.getByText('Invite at least 2 more people').waitFor(SLOW);
    await dialog.getByRole('button', { name: 'Save the rules' }).click();
    // More money cannot need fewer approvals; the dialog stays and says so.
    await dialog.getByRole('alert').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await page.getByLabel('Two approvals from').fill('2,000,000');
    await page.getByRole('button', { name: 'Change the rules' }).click();
    await dialog.getByRole('button', { name: 'Save the rules' }).click();
    // The dialog says the same before the rules are saved.
    await dialog.waitFor({ ...SLOW, state: 'detached' });
    await page.getByText('From ₦2,000,000.00, two other persons must approve.').waitFor(SLOW);
    for (const count of [1, 2]) {
      await signedInAs(api, organisation, 'approver');
      await page.reload();
      await page
        .getByText(count === 1 ? 'no campaign from ₦2,000,000.00 can' : 'Only 2 people')
        .waitFor(SLOW);
    }
    await page.getByText('prepares a campaign from ₦2,000,000.00, it has too few').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    // Two are enough if one must approve.
    await page.getByLabel('Two approvals from').fill('');
    await page.getByRole('button', { name: 'Change the rules' }).click();
    await dialog.getByText('From ₦500,000.00, one other').waitFor(SLOW);
    expect(await dialog.getByText('may approve').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Back' }).click();
    const { text } = await call(api, '/v1/settings/approval-rules', { key });
    expect(JSON.parse(text)).toMatchObject({
      campaign_start: {
        one_approval_from: { amount: 50_000_000, currency: 'NGN' },
        two_approvals_from: { amount: 200_000_000, currency: 'NGN' },
      },
    });
    // The browser logs the refusal.
    expect(errors.filter((error) => !error.includes('400'))).toEqual([]);
  } finally {
    await close();
  }
});

it('an admin sets limits, allows one bundle, and blocks a number', async (context) => {
  const { accountId, key } = await addClient(api.pool);
  const organisation = await organisationOf(api, accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'admin');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const read = async (name: string) => JSON.parse((await call(api, `/v1/settings/${name}`, { key })).text);
  try {
    await page.goto(`${api.baseUrl}/admin/limits`);
    await page.getByLabel('Per day (UTC)').fill('20,000');
    await press('Change the limits');
    await page.getByText('Per day (UTC): ₦20,000.00').waitFor(SLOW);
    await press('Save the limits');
    await page.getByRole('row', { name: 'Per day (UTC) ₦20,000.00 ₦0.00' }).waitFor(SLOW);
    expect(await read('spending-limits')).toMatchObject({ per_day: { amount: 2_000_000 }, per_month: null });

    await page.getByLabel('Only these bundles').check();
    await page.getByLabel('MTN 500 MB').check();
    expect(await faultsEverywhere(page)).toEqual([]);
    await press('Save the allowed bundles');
    const dialog = page.getByRole('dialog', { name: 'Change the allowed bundles?' });
    await dialog.getByRole('button', { name: 'Save the allowed bundles' }).click();
    await dialog.waitFor({ ...SLOW, state: 'detached' });
    await page.getByText('Only 1 bundle may be bought.').waitFor(SLOW);
    expect(await read('allowed-bundles')).toMatchObject({ bundle_ids: [MTN_BUNDLE] });

    const numbers = page.getByLabel('Numbers to block or unblock, one per line');
    await numbers.fill('+234 803 000 0001\n08030000002');
    await page.getByText('Not a number with its country code: 08030000002').waitFor(SLOW);
    expect(await page.getByRole('button', { name: 'Block', exact: true }).isDisabled()).toBe(true);
    await numbers.fill('+234 803 000 0001\n2348030000002');
    await page.getByText('2 numbers were read.').waitFor(SLOW);
    await press('Block');
    await press('Block 2 numbers');
    await page.getByText('2 numbers were added.').waitFor(SLOW);
    await page.getByLabel('Is this number blocked?').fill('+234 803 000 0002');
    await press('Look up');
    await page.getByText('+2348030000002 has been blocked since').waitFor(SLOW);
    expect(await read('blocklist')).toMatchObject({ count: 2 });
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

describe('pasted numbers', () => {
  it('are read with the code of their country, each once', () => {
    expect(readNumbers('+234 803-000 0001\n002348030000001, 2348030000002;\n\n0803 000 0003\nname')).toEqual({
      numbers: ['+2348030000001', '+2348030000002'],
      others: ['0803 000 0003', 'name'],
    });
  });
});
