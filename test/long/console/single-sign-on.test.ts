import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { openBrowser, SLOW } from '../../support/console/open.ts';
import { organisationOf } from '../../support/people/fixture.ts';
import { type RealProvider, startRealProvider } from '../../support/people/real-provider.ts';
import { callbackOf, connect } from '../../support/people/single-sign-on.ts';

let api: ApiFixture;
let provider: RealProvider;
beforeAll(async () => {
  api = await startApi();
  provider = await startRealProvider(callbackOf(api));
});
afterAll(async () => {
  await Promise.all([api.close(), provider.close()]);
});

it('a person goes to the provider of their organisation, signs in there, and comes back signed in', async (context) => {
  const organisation = await organisationOf(api, api.client.accountId);
  const { issuer } = provider;
  await connect(api, organisation, { issuer, domains: ['acme.example'], admitsDomain: true });
  const { page, close } = await openBrowser(context, api);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  try {
    await page.goto(`${api.baseUrl}/sign-in`);
    await page.getByLabel('E-mail address').fill('amina@acme.example');
    await press('Sign in with your organisation');
    await page.waitForURL(`${issuer}/**`, SLOW);
    await page.getByPlaceholder('Enter any login').fill('amina@acme.example');
    await page.getByPlaceholder('and password').fill('any');
    await press('Sign-in');
    await press('Continue');
    await page.getByRole('link', { name: 'amina@acme.example' }).click(SLOW);
    await page.getByRole('cell', { name: 'Viewer', exact: true }).waitFor(SLOW);

    await press('Sign out');
    await page.getByLabel('E-mail address').fill('amina@other.example');
    await press('Sign in with your organisation');
    await page.getByText('There is no single sign-on for this e-mail address.').waitFor(SLOW);
    await page.goto(`${api.baseUrl}/sign-in?sso=unavailable`);
    await page.getByText('The sign-in of your organisation does not answer.').waitFor(SLOW);
    expect(page.url()).toBe(`${api.baseUrl}/sign-in`);
  } finally {
    await close();
  }
});
