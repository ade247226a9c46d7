import { afterAll, beforeAll, expect, it } from 'vitest';
import { messages as french } from '../../console/src/locales/fr.ts';
import { type ApiFixture, addClient, startApi } from '../support/api/fixture.ts';
import { faultsEverywhere, openBrowser, openConsole, SLOW } from '../support/console/open.ts';
import { codeOf } from '../support/people/authenticator.ts';
import { browse, invited, organisationOf, PASSWORD } from '../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('a person signs in with a link, sets up a second factor and a password, and signs in with both', async (context) => {
  const organisation = await organisationOf(api, api.client.accountId);
  const { token, email } = await invited(api, organisation, 'approver');
  const { page, errors, foreign, close } = await openBrowser(context, api);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  try {
    await page.goto(`${api.baseUrl}/sign-in#${token}`);
    await press('Sign in');
    await page.getByText('You can only read until').waitFor(SLOW);
    expect(page.url()).not.toContain(token);
    expect(await faultsEverywhere(page)).toEqual([]);

    await page.getByRole('link', { name: 'Set up a second factor' }).click();
    await press('Set up an authenticator app');
    await page.getByRole('img', { name: 'Code for your authenticator app' }).waitFor(SLOW);
    const secret = (await page.getByTestId('secret').textContent()) ?? '';
    await page.getByLabel('First code of the app').fill(codeOf(secret));
    await press('Confirm');
    await page.getByText('Store these recovery codes').waitFor(SLOW);
    await page.getByText(/batches:read, batches:start/).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    // Browsers and password managers fill these fields in by their names.
    expect(await page.getByLabel('Current password').getAttribute('autocomplete')).toBe('current-password');
    expect(await page.getByLabel('New password').getAttribute('autocomplete')).toBe('new-password');
    await page.getByLabel('New password').fill(PASSWORD);
    await press('Save');
    await page.getByText('Your password is saved.').waitFor(SLOW);

    await press('Sign out');
    await page.waitForURL(`${api.baseUrl}/sign-in`, SLOW);
    expect(await page.getByLabel('Password').getAttribute('autocomplete')).toBe('current-password');
    await page.goto(`${api.baseUrl}/profile`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    expect(await faultsEverywhere(page)).toEqual([]);
    await press('Sign in');
    await page.getByLabel('Code of your authenticator app').fill(codeOf(secret, 1));
    await press('Continue');
    // Back where the person wanted to be.
    await page.getByRole('heading', { name: 'Your access', level: 1 }).waitFor(SLOW);
    expect([errors.filter((error) => !error.includes('401')), foreign]).toEqual([[], []]);
  } finally {
    await close();
  }
});

it('a session that ends on a screen is begun again over it, and nothing that was typed is lost', async (context) => {
  const organisation = await organisationOf(api, api.client.accountId);
  const { page, email, secret, cookie, close } = await openConsole(context, api, organisation, 'viewer');
  const json = { new_password: PASSWORD };
  const set = await browse(api, '/v1/auth/password', { method: 'PUT', body: json, cookie });
  expect(set.status).toBe(204);
  try {
    await page.goto(`${api.baseUrl}/profile`);
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password').fill(`${PASSWORD} again`);
    await api.pool.query('DELETE FROM auth_sessions');
    await page.getByRole('button', { name: 'Save' }).click();

    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByText('What you typed is kept.').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(await dialog.getByLabel('E-mail address').inputValue()).toBe(email);
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.getByLabel('Code of your authenticator app').fill(codeOf(secret, 1));
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.waitFor({ ...SLOW, state: 'detached' });

    expect(await page.getByLabel('New password').inputValue()).toBe(`${PASSWORD} again`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your password is saved.').waitFor(SLOW);
  } finally {
    await close();
  }
});

it('live and test differ by a word, and a person chooses French and dark for good', async (context) => {
  const live = await addClient(api.pool);
  const test = await addClient(api.pool, { livemode: false });
  const organisation = await organisationOf(api, live.accountId, test.accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'viewer');
  try {
    await page.goto(`${api.baseUrl}/profile?account=${live.accountId}`);
    await page.getByText('Real money and real networks.').waitFor(SLOW);
    await page.getByLabel('Account').selectOption('Test – Test');
    await page.getByText('Simulated. No money is spent').waitFor(SLOW);
    expect(page.url()).toBe(`${api.baseUrl}/?account=${test.accountId}`);
    await page.goto(`${api.baseUrl}/profile`);
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByLabel('Language').selectOption('fr');
    await page.getByText(french['mode.testHint']).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: french['profile.title'], level: 1 }).waitFor(SLOW);
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
