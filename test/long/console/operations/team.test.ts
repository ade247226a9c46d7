import { afterAll, beforeAll, expect, it } from 'vitest';
import { messages as french } from '../../../../console/src/locales/fr.ts';
import { listStaff } from '../../../../db/people/staff.ts';
import { type ApiFixture, startApi } from '../../../support/api/fixture.ts';
import { faultsEverywhere, openBrowser, openStaffConsole, SLOW } from '../../../support/console/open.ts';
import { newEmail } from '../../../support/people/fixture.ts';
import { staffSignedIn } from '../../../support/people/staff.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('an admin adds a person, who signs in with the link, then changes their role and removes them', async (context) => {
  const email = newEmail();
  const { page, errors, close } = await openStaffConsole(context, api, 'admin');
  const guest = await openBrowser(context, api);
  const row = (text: string) => page.getByRole('row', { name: new RegExp(`^${email}.* ${text} `) });
  try {
    await page.goto(`${api.baseUrl}/operations`);
    await page.getByRole('navigation').getByRole('link', { name: 'Staff' }).click();
    await page.getByRole('row', { name: /admin Set up .* You$/ }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Role').selectOption('operator');
    await page.getByText('Keeps purchases and networks running').waitFor(SLOW);
    await page.getByLabel('Reason').fill('joins on Monday');
    await page.keyboard.press('Enter');
    await page.getByText(`${email} belongs to the staff as operator.`).waitFor(SLOW);
    await row('operator').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    const link = await page.getByLabel('Sign-in link').inputValue();
    await guest.page.goto(link);
    await guest.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await guest.page.getByText('second factor').first().waitFor(SLOW);

    await row('operator').getByRole('button', { name: 'Change role' }).click();
    const change = page.getByRole('dialog', { name: `Which role does ${email} get?` });
    await change.getByLabel('Role').selectOption('finance');
    await change.getByLabel('Reason').fill('ticket 8');
    expect(await faultsEverywhere(page)).toEqual([]);
    await change.getByRole('button', { name: `Make ${email} finance` }).click();
    await row('finance').getByRole('button', { name: 'Remove' }).click();
    const remove = page.getByRole('dialog', { name: `Remove ${email} from the staff?` });
    await remove.getByLabel('Reason').fill('has left');
    expect(await faultsEverywhere(page)).toEqual([]);
    await remove.getByRole('button', { name: `Remove ${email} from the staff` }).click();
    await row('finance').waitFor({ ...SLOW, state: 'detached' });
    expect((await listStaff(api.pool)).map((one) => one.email)).not.toContain(email);
    expect(errors).toEqual([]);
  } finally {
    await guest.close();
    await close();
  }
});

it('an operator reads who belongs to the staff, in French too, and changes nothing', async (context) => {
  const { page, errors, close } = await openStaffConsole(context, api, 'operator');
  try {
    await page.goto(`${api.baseUrl}/profile`);
    await page.getByLabel('Language').selectOption('fr');
    await page.getByRole('navigation').getByRole('link', { name: french['nav.team'] }).click();
    await page.getByRole('row', { name: /operator/ }).waitFor(SLOW);
    expect(await page.getByRole('button', { name: french['team.remove'] }).count()).toBe(0);
    expect(await page.getByText(french['team.invite']).count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('a staff member without a second factor has no menu, and reads what to do', async (context) => {
  const { page, close } = await openBrowser(context, api);
  try {
    const { cookie } = await staffSignedIn(api, 'operator');
    const [name = '', ...value] = cookie.split('; ')[0]?.split('=') ?? [];
    await page.context().addCookies([{ name, value: value.join('='), url: api.baseUrl }]);
    await page.goto(`${api.baseUrl}/operations`);
    await page.getByText('Until then, you have no staff rights.').waitFor(SLOW);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);
  } finally {
    await close();
  }
});
