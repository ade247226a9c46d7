import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, addClient, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../../support/console/open.ts';
import { organisationOf } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('a developer is led from the live account to the test account, and sets its balance', async (context) => {
  const live = await addClient(api.pool);
  const test = await addClient(api.pool, { livemode: false });
  const organisation = await organisationOf(api, live.accountId, test.accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'developer');
  try {
    await page.goto(`${api.baseUrl}/developers/sandbox?account=${live.accountId}`);
    await page.getByText('The sandbox is in your test account').waitFor(SLOW);
    expect(await page.getByLabel('Available').count()).toBe(0);
    await page.getByRole('link', { name: 'Open Test' }).click();
    await page.getByText('Simulated. No money is spent').waitFor(SLOW);
    await page
      .getByRole('row', { name: '981 Failed at the deadline: the network never answers.' })
      .waitFor(SLOW);
    await page.getByLabel('Available').fill('500.25');
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Set the test balance' }).click();
    await page.getByRole('button', { name: 'Set ₦500.25' }).click();
    await page.getByText('The balance is set.').waitFor(SLOW);
    const { text } = await call(api, '/v1/balance', { key: test.key });
    expect(JSON.parse(text)).toMatchObject({ available: { amount: 50_025, currency: 'NGN' } });
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
