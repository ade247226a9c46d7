import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, addClient, startApi } from '../../../support/api/fixture.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../../support/console/open.ts';
import { organisationOf } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi({ simulatedNetworks: true });
});
afterAll(() => api.close());

it('a live account of a simulated installation is not shown as live', async (context) => {
  const organisation = await organisationOf(api, api.client.accountId);
  const { page, close } = await openConsole(context, api, organisation, 'viewer');
  try {
    await page.goto(`${api.baseUrl}/`);
    await page.getByText('No real bundle is bought.').waitFor(SLOW);
    expect(await page.getByText('Real money and real networks.').count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);
  } finally {
    await close();
  }
});

it('two tabs show two accounts, share a theme, and both ask for the sign-in after one signs out', async (context) => {
  const test = await addClient(api.pool, { livemode: false });
  const organisation = await organisationOf(api, api.client.accountId, test.accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'viewer');
  try {
    await page.goto(`${api.baseUrl}/purchases?account=${api.client.accountId}`);
    await page.getByText('No purchase yet').waitFor(SLOW);
    const opening = page.waitForEvent('popup', SLOW);
    await page.evaluate('window.open("about:blank")');
    const other = await opening;
    other.setDefaultTimeout(SLOW.timeout);
    await other.goto(`${api.baseUrl}/profile?account=${test.accountId}`);
    await other.getByLabel('Theme').selectOption('dark');
    await page.locator('html[data-theme=dark]').waitFor(SLOW);
    // The first tab keeps its account when it is reloaded.
    await page.reload();
    await page.getByText('No purchase yet').waitFor(SLOW);
    expect(await page.getByLabel('Account').inputValue()).toBe(api.client.accountId);

    await page.getByLabel('Phone number, reference or purchase id').fill('order-1');
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.waitForURL(`${api.baseUrl}/sign-in`, SLOW);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor(SLOW);
    expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
  } finally {
    await close();
  }
});

it('offline, a notice says that what was typed is kept, and it is', async (context) => {
  const organisation = await organisationOf(api, api.client.accountId);
  const { page, close } = await openConsole(context, api, organisation, 'viewer');
  const field = page.getByLabel('Phone number, reference or purchase id');
  try {
    await page.goto(`${api.baseUrl}/purchases`);
    await field.fill('order-1');
    await page.context().setOffline(true);
    const notice = page.getByText('You are offline. What you typed is kept');
    await notice.waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.context().setOffline(false);
    await notice.waitFor({ ...SLOW, state: 'detached' });
    expect(await field.inputValue()).toBe('order-1');
  } finally {
    await close();
  }
});

it('on paper, a screen says its mode and its content, without what can be pressed', async (context) => {
  const organisation = await organisationOf(api, api.client.accountId);
  const { page, close } = await openConsole(context, api, organisation, 'finance');
  try {
    await page.goto(`${api.baseUrl}/statements`);
    await page.getByRole('heading', { name: 'Balance and statements', level: 1 }).waitFor(SLOW);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const name of ['Sign out', 'Menu']) expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByText('Simulated networks', { exact: true }).isVisible()).toBe(true);
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('light');
    expect((await page.pdf()).length).toBeGreaterThan(1_000);
  } finally {
    await close();
  }
});
