import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiFixture } from '../../../support/api/fixture.ts';
import { SLOW } from '../../../support/batches/campaigns-page.ts';
import { openPage } from '../../../support/chromium.ts';
import { invited, organisationOf } from '../../../support/people/fixture.ts';
import { startNamedApi } from '../../../support/people/passkeys.ts';

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
  const { page, errors, foreign, close } = await openPage(context, api.baseUrl);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  try {
    const { cdp, authenticatorId } = await plugInDevice(page);
    await page.goto(`${api.baseUrl}/sign-in#${token}`);
    await press('Sign in');
    await page.getByLabel('Name of the passkey').fill('Work laptop');
    await press('Add a passkey');
    await page.getByText('The passkey is added.').waitFor(SLOW);
    await page.getByText(/Rights: .*purchases:create/).waitFor(SLOW);
    await page.getByText(/Work laptop, added .*, not used yet/).waitFor(SLOW);
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);

    await press('Sign out');
    await press('Sign in with a passkey');
    await page.getByText(/Rights: .*purchases:create/).waitFor(SLOW);
    await page.getByText(/Work laptop, added .*, last used /).waitFor(SLOW);

    await press('Sign out');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor(SLOW);
    await page.goto(`${api.baseUrl}/sign-in#${(await invited(api, organisation, 'owner', email)).token}`);
    await page.getByText('You opened a sign-in link.').waitFor(SLOW);
    await press('Sign in');
    await press('Use a passkey');
    await page.getByText(/Rights: .*purchases:create/).waitFor(SLOW);

    await press('Remove');
    await page.getByText('The passkey is removed').waitFor(SLOW);
    expect([errors, foreign]).toEqual([[], []]);

    await press('Sign out');
    await press('Sign in with a passkey');
    await page.getByText('You could not be signed in with this passkey.').waitFor(SLOW);
    expect(errors.length).toBe(1);
  } finally {
    await close();
  }
});
