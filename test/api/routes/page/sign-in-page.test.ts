import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, startApi } from '../../../support/api/fixture.ts';
import { SLOW } from '../../../support/batches/campaigns-page.ts';
import { openPage } from '../../../support/chromium.ts';
import { codeOf } from '../../../support/people/authenticator.ts';
import { invited, organisationOf, PASSWORD } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('a person signs in with a link, sets up a second factor and a password, and opens the campaigns', async (context) => {
  const organisation = await organisationOf(api, api.client.accountId);
  const { token, email } = await invited(api, organisation, 'approver');
  const { page, errors, foreign, close } = await openPage(context, api.baseUrl);
  const press = (name: string) => page.getByRole('button', { name }).click();
  try {
    await page.goto(`${api.baseUrl}/sign-in#${token}`);
    await press('Sign in');
    await page.getByText(/Rights: .*balance:read/).waitFor(SLOW);
    expect(page.url()).not.toContain(token);

    await press('Set up an authenticator app');
    await page.getByText('open the app on this device').waitFor(SLOW);
    await page
      .getByLabel('First code of the app')
      .fill(codeOf((await page.locator('#secret').textContent()) ?? ''));
    await press('Confirm');
    await page.getByText('Store these recovery codes').waitFor(SLOW);
    await page.getByText(/Rights: .*batches:read, batches:start/).waitFor(SLOW);

    await page.getByLabel('New password').fill(PASSWORD);
    await press('Save');
    await page.getByText('Your password is saved.').waitFor(SLOW);

    await page.goto(`${api.baseUrl}/campaigns`);
    await page.getByText(email).waitFor(SLOW);
    await press('Test (approver)');
    await page.getByRole('heading', { name: 'New campaign' }).waitFor(SLOW);
    expect([errors, foreign]).toEqual([[], []]);
  } finally {
    await close();
  }
});
