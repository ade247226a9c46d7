import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, addClient, startApi } from '../../../support/api/fixture.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../../support/console/open.ts';
import { browse, organisationOf } from '../../../support/people/fixture.ts';
import { connect } from '../../../support/people/single-sign-on.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('an admin reads how their people sign in, without the secret, and how to change it', async (context) => {
  const { accountId } = await addClient(api.pool);
  const organisation = await organisationOf(api, accountId);
  const { page, cookie, errors, close } = await openConsole(context, api, organisation, 'admin');
  const read = async () => JSON.parse((await browse(api, '/v1/organisation', { cookie })).text);
  try {
    await page.goto(`${api.baseUrl}/admin/sign-on`);
    await page.getByText('Your organisation has no single sign-on.').waitFor(SLOW);
    await page.getByText(`${api.baseUrl}/v1/auth/sign-in/sso/callback`).waitFor(SLOW);
    await page.getByText(organisation).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(await read()).toMatchObject({ single_sign_on: null });

    const terms = { issuer: 'https://login.example.com', domains: ['other.example'], isRequired: true };
    await connect(api, organisation, terms);
    await page.reload();
    await page.getByText('https://login.example.com').waitFor(SLOW);
    await page.getByText('Required').waitFor(SLOW);
    await page.getByText('0 of 1 people have an address of these domains.').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect((await read()).single_sign_on).toEqual({
      issuer: 'https://login.example.com',
      client_id: expect.any(String),
      domains: ['other.example'],
      required: true,
      admits_domain: false,
    });
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
