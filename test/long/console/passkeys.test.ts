import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiFixture } from '../../support/api/fixture.ts';
import { openBrowser, SLOW } from '../../support/console/open.ts';
import { invited, organisationOf } from '../../support/people/fixture.ts';
import { startNamedApi } from '../../support/people/passkeys.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startNamedApi();
});
afterAll(() => api.close());

/** Gives the browser a device that makes passkeys and verifies its person. */
async function plugInDevice(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

it('a person adds a passkey, signs in with it, completes a link with it, and removes it', async (context) => {
  const organisation = await organisationOf(api, api.client.accountId);
  const { token, email } = await invited(api, organisation, 'owner');
  const { page, errors, foreign, close } = await openBrowser(context, api);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  try {
    const { cdp, authenticatorId } = await plugInDevice(page);
    await page.goto(`${api.baseUrl}/sign-in#${token}`);
    await press('Sign in');
    await page.getByRole('link', { name: 'Set up a second factor' }).click();
    await page.getByLabel('Name of the passkey').fill('Work laptop');
    await press('Add a passkey');
    await page.getByText('The passkey is added.').waitFor(SLOW);
    await page.getByText(/purchases:create/).waitFor(SLOW);
    await page.getByText(/Work laptop added .*, not used yet/).waitFor(SLOW);
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);

    await press('Sign out');
    await press('Sign in with a passkey');
    await page.getByRole('link', { name: email }).click();
    await page.getByText(/purchases:create/).waitFor(SLOW);
    await page.getByText(/Work laptop added .*, last used /).waitFor(SLOW);

    await press('Sign out');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor(SLOW);
    await page.goto(`${api.baseUrl}/sign-in#${(await invited(api, organisation, 'owner', email)).token}`);
    await page.getByText('You opened a sign-in link.').waitFor(SLOW);
    await press('Sign in');
    await press('Use a passkey');
    await page.getByRole('link', { name: email }).click();
    await page.getByText(/purchases:create/).waitFor(SLOW);

    await press('Remove Work laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Work laptop' }).click();
    await page.getByText('The passkey is removed').waitFor(SLOW);
    // The browser logs that no one was signed in before each sign-in.
    const unexpected = errors.filter((error) => !error.includes('status of 401'));
    expect([unexpected, foreign]).toEqual([[], []]);

    await press('Sign out');
    await press('Sign in with a passkey');
    await page.getByText('You could not be signed in with this passkey.').waitFor(SLOW);
  } finally {
    await close();
  }
});
