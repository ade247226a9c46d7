import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, MTN_BUNDLE, PRICE, startApi } from '../../../support/api/fixture.ts';
import { check, chooseFile, inConsole, ownAccount, shown } from '../../../support/console/campaigns.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../../support/console/open.ts';
import { codeOf } from '../../../support/people/authenticator.ts';
import { browse, PASSWORD } from '../../../support/people/fixture.ts';

const TWO_SHEETS = new URL(
  '../../../support/batches/spreadsheets/libraries/openpyxl-two-sheets.xlsx',
  import.meta.url,
);

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('a session that ends before the check is begun again, and the file and the name are kept', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  const { page, secret, cookie, close } = await openConsole(context, api, own.organisation, 'owner');
  const json = { new_password: PASSWORD };
  expect((await browse(api, '/v1/auth/password', { method: 'PUT', body: json, cookie })).status).toBe(204);
  try {
    const file = `Person,bundle_id\n+2348031000001,${MTN_BUNDLE}\n`;
    await chooseFile(page, api, { name: 'kept.csv', file, campaign: 'kept name' });
    await page.getByLabel('What the column Person is').selectOption({ label: 'Phone number' });
    await api.pool.query('DELETE FROM auth_sessions');
    await page.getByRole('button', { name: 'Check the file' }).click();

    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.getByLabel('Code of your authenticator app').fill(codeOf(secret, 1));
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.waitFor({ ...SLOW, state: 'detached' });

    expect(await page.getByLabel('Name of the campaign').inputValue()).toBe('kept name');
    expect(await page.getByLabel('What the column Person is').inputValue()).toBe('phone_number');
    await check(page, 'kept-name');
    expect((await shown(page, api, own)).counts).toMatchObject({ waiting: 1 });
  } finally {
    await close();
  }
});

it('a workbook with several sheets asks for the sheet and uses it, and the template is downloaded', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  await inConsole(context, api, own, 'preparer', async (page) => {
    await chooseFile(page, api, {
      name: 'sheets.xlsx',
      file: await readFile(TWO_SHEETS),
      campaign: 'sheets',
    });
    await page.getByText('The workbook has several sheets with rows.').waitFor(SLOW);
    expect(await page.getByRole('button', { name: 'Check the file' }).isDisabled()).toBe(true);
    await page.getByRole('combobox', { name: 'Sheet', exact: true }).selectOption('Abuja');
    await page.getByRole('list', { name: 'Columns of the file' }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    const saving = page.waitForEvent('download', SLOW);
    await page.getByRole('button', { name: 'Download a template' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('campaign-template.xlsx');
    expect((await readFile(await saved.path())).subarray(0, 2).toString()).toBe('PK');

    await check(page, 'sheets');
    expect(await shown(page, api, own)).toMatchObject({ sheet: 'Abuja', counts: { rows: 5 } });
  });
});

it('a name that another campaign has leads to that campaign, and the file is kept', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  await inConsole(context, api, own, 'owner', async (page) => {
    const file = (end: string) => `phone_number,bundle_id\n+234803100000${end},${MTN_BUNDLE}\n`;
    await chooseFile(page, api, { name: 'a.csv', file: file('1'), campaign: 'weekly' });
    await check(page, 'weekly');
    const { id } = await shown(page, api, own);
    await chooseFile(page, api, { name: 'b.csv', file: file('2'), campaign: 'weekly' });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page
      .getByText(/^The campaign \S+ already has this name, with another file or sheet\.$/)
      .waitFor(SLOW);
    const link = page.getByRole('link', { name: /^Open the campaign / });
    expect(await link.getAttribute('href')).toContain(`/campaigns/${id}`);
    await page.getByLabel('Name of the campaign').fill('weekly 2');
    await check(page, 'weekly-2');
  });
});

it('a name that is no reference is kept as the note, and the preparer can change it before the start', async (context) => {
  const own = await ownAccount(api, 10 * PRICE);
  await inConsole(context, api, own, 'preparer', async (page) => {
    const file = `phone_number,bundle_id\n+2348031000001,${MTN_BUNDLE}\n`;
    await chooseFile(page, api, { name: 'kano.csv', file, campaign: 'Fête à Kano' });
    await check(page, 'Fete-a-Kano');
    const note = page.getByRole('textbox', { name: /^Note(?! for)/ });
    expect(await note.inputValue()).toBe('Fête à Kano');
    await note.fill('Fête à Kano, 2026');
    await page.getByRole('button', { name: 'Save the note' }).click();
    await expect.poll(async () => (await shown(page, api, own)).note).toBe('Fête à Kano, 2026');
    await page.goto(`${api.baseUrl}/campaigns`);
    await page.getByText('Fête à Kano, 2026').waitFor(SLOW);
  });
});
