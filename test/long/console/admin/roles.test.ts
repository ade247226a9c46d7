import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, addClient, startApi } from '../../../support/api/fixture.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../../support/console/open.ts';
import { organisationOf, signedInAs } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('an owner composes a role, gives it to a person, changes it, and deletes it when no one has it', async (context) => {
  const { accountId } = await addClient(api.pool);
  const organisation = await organisationOf(api, accountId);
  const member = await signedInAs(api, organisation, 'viewer');
  const { page, errors, close } = await openConsole(context, api, organisation, 'owner');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const confirm = (name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const give = async (role: string) => {
    await page.getByRole('combobox', { name: 'Role' }).selectOption({ label: role });
    await press('Change the role');
    await confirm(`Give the role ${role}`);
    await page.getByRole('definition').filter({ hasText: role }).waitFor(SLOW);
  };
  const rights = async () => {
    const { rows } = await api.pool.query<{ rights: string[] }>('SELECT rights FROM custom_roles');
    return rows.map((row) => row.rights.toSorted());
  };
  try {
    await page.goto(`${api.baseUrl}/admin/roles`);
    await page.getByRole('link', { name: 'Create a role' }).click();
    await page.getByRole('textbox', { name: 'Name of the role' }).fill('Shift leader');
    await press('Create a role');
    await page.getByText('Choose one right or more.').waitFor(SLOW);
    await page.getByLabel('balance:read').check();
    await page.getByLabel('purchases:read').check();
    expect(await faultsEverywhere(page)).toEqual([]);
    await press('Create a role');
    await page.getByRole('heading', { name: 'Shift leader', level: 1 }).waitFor(SLOW);
    await page.getByText('No one has this role. Give it').waitFor(SLOW);
    expect(await rights()).toEqual([['balance:read', 'purchases:read']]);
    const address = page.url();

    await page.goto(`${api.baseUrl}/admin/people/${member.personId}`);
    await give('Shift leader');
    await page.goto(address);
    await page.getByRole('link', { name: member.email }).waitFor(SLOW);
    expect(await page.getByRole('button', { name: 'Delete the role' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Change the role' }).isDisabled()).toBe(true);
    await page.getByLabel('balance:read').uncheck();
    await page.getByLabel('Read batches:read', { exact: true }).check();
    expect(await faultsEverywhere(page)).toEqual([]);
    await press('Change the role');
    const dialog = page.getByRole('dialog', { name: 'Change the role Shift leader?' });
    await dialog.getByText('1 person has this role.').waitFor(SLOW);
    expect(await dialog.getByRole('listitem').count()).toBe(2);
    await confirm('Change the role');
    await dialog.waitFor({ ...SLOW, state: 'detached' });
    expect(await rights()).toEqual([['batches:read', 'purchases:read']]);

    await page.goto(`${api.baseUrl}/admin/people/${member.personId}`);
    await give('Viewer');
    await page.goto(address);
    await page.getByText('No one has this role. It cannot').waitFor(SLOW);
    await press('Delete the role');
    await confirm('Delete the role');
    await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor(SLOW);
    expect(await rights()).toEqual([]);

    await page.getByRole('link', { name: 'Viewer', exact: true }).click();
    await page.getByText('This role is built in').waitFor(SLOW);
    await page.getByRole('link', { name: member.email }).waitFor(SLOW);
    expect(await page.getByRole('button', { name: 'Delete the role' }).count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
