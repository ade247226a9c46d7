import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, addClient, startApi } from '../../../support/api/fixture.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../../support/console/open.ts';
import { browse, newEmail, organisationOf, signedInAs } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('an owner invites a person, withdraws the invitation, and gives a member another role', async (context) => {
  const { accountId } = await addClient(api.pool);
  const organisation = await organisationOf(api, accountId);
  const member = await signedInAs(api, organisation, 'viewer');
  const { page, errors, close } = await openConsole(context, api, organisation, 'owner');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const invited = newEmail();
  try {
    await page.goto(`${api.baseUrl}/`);
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.getByRole('link', { name: member.email }).waitFor(SLOW);
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(invited);
    await page.getByRole('combobox', { name: 'Role' }).selectOption('approver');
    await page.getByText('Approves campaigns that others prepared').waitFor(SLOW);
    await press('Send the invitation');
    await page.getByText(`The invitation for ${invited} is in the list below`).waitFor(SLOW);
    await page.getByRole('row', { name: new RegExp(`^${invited} Approver Open`) }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await press('Withdraw');
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('row', { name: new RegExp(`^${invited} Approver Withdrawn`) }).waitFor(SLOW);

    await page.getByRole('link', { name: member.email }).click();
    await page.getByRole('heading', { name: member.email, level: 1 }).waitFor(SLOW);
    await page.getByRole('combobox', { name: 'Role' }).selectOption('finance');
    expect(await faultsEverywhere(page)).toEqual([]);
    await press('Change the role');
    await press('Give the role Finance');
    await page.getByRole('definition').filter({ hasText: 'Finance' }).waitFor(SLOW);
    const { rows } = await api.pool.query(
      'SELECT m.role FROM memberships m JOIN auth_people p ON p.id = m.person_id WHERE p.email = $1',
      [member.email],
    );
    expect(rows).toEqual([{ role: 'finance' }]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('an owner ends the sessions of a person, suspends them, lets them work again and removes them', async (context) => {
  const { accountId } = await addClient(api.pool);
  const organisation = await organisationOf(api, accountId);
  const member = await signedInAs(api, organisation, 'viewer');
  const { page, errors, close } = await openConsole(context, api, organisation, 'owner');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const confirm = (name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const status = async () => (await browse(api, '/v1/auth/sessions', { cookie: member.cookie })).status;
  try {
    await page.goto(`${api.baseUrl}/admin/people/${member.personId}`);
    expect(await status()).toBe(200);
    await press('End the sessions');
    await confirm('End 1 session');
    await page.getByText('This person is not signed in anywhere.').waitFor(SLOW);
    expect(await status()).toBe(401);

    await press('Suspend');
    await confirm('Suspend');
    await page.getByText('Suspended').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await press('End the suspension');
    await confirm('End the suspension');
    await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor(SLOW);

    await press('Remove from the organisation');
    await confirm(`Remove ${member.email}`);
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor(SLOW);
    await expect.poll(() => page.getByText(member.email).count(), { timeout: 30_000 }).toBe(0);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('an admin cannot give a role above their own, and reads what each role may do with the keyboard alone', async (context) => {
  const { accountId } = await addClient(api.pool);
  const organisation = await organisationOf(api, accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'admin');
  try {
    await page.goto(`${api.baseUrl}/admin/people`);
    const choice = page.getByRole('combobox', { name: 'Role' });
    await choice.getByRole('option', { name: 'Viewer' }).waitFor({ ...SLOW, state: 'attached' });
    const offered = await choice.getByRole('option').allTextContents();
    expect(offered).toContain('Developer');
    expect(offered).not.toContain('Owner');
    expect(offered).not.toContain('Approver');

    const roles = page.getByRole('link', { name: 'Roles', exact: true });
    await roles.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor(SLOW);
    const buys = page.getByRole('row', { name: /^Buy, which spends money / });
    await buys.waitFor(SLOW);
    expect(
      (await buys.getByRole('cell').allTextContents()).filter((text) => text.endsWith('may')),
    ).toHaveLength(1);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
