import { afterAll, beforeAll, expect, it } from 'vitest';
import { messages as french } from '../../../../console/src/locales/fr.ts';
import { type ApiFixture, startApi } from '../../../support/api/fixture.ts';
import { bought, order } from '../../../support/api/http.ts';
import { addNetworkQueues } from '../../../support/api/network-queues.ts';
import { addUndelivered, HOOKS } from '../../../support/api/undelivered.ts';
import { faultsEverywhere, openStaffConsole, SLOW } from '../../../support/console/open.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
  await addNetworkQueues(api.pool);
});
afterAll(() => api.close());

it('an operator sees what waits for a network and for which account, and which endpoint fails', async (context) => {
  const { page, errors, close } = await openStaffConsole(context, api, 'operator');
  try {
    await page.goto(`${api.baseUrl}/operations/queues`);
    await page.getByText('No attempt waits, and no endpoint fails.').waitFor(SLOW);
    await page.getByRole('row', { name: /net_mtn Live network\.mtn 0 0 –/ }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await bought(api, order());
    await bought(api, order());
    await addUndelivered(api, 3);
    await page.reload();
    const queue = page.getByRole('row', { name: /net_mtn Live network\.mtn 2 0 / });
    await queue.waitFor(SLOW);
    await queue.getByText('1 account').click();
    await queue.getByText('2 waiting, 0 taken, since').waitFor(SLOW);
    await page
      .getByRole('row', { name: new RegExp(`^Test Live ${HOOKS} Failing 0 – 0 3 Never`) })
      .waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await queue.getByRole('link', { name: 'Test' }).click();
    await page.getByRole('heading', { name: 'Test', level: 1 }).waitFor(SLOW);
    expect(new URL(page.url()).pathname).toBe(`/operations/accounts/${api.client.accountId}`);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('support comes to the queues from the menu, in French too', async (context) => {
  const { page, errors, close } = await openStaffConsole(context, api, 'support');
  try {
    await page.goto(`${api.baseUrl}/profile`);
    await page.getByLabel('Language').selectOption('fr');
    await page.getByRole('navigation').getByRole('link', { name: french['nav.queues'] }).click();
    await page.getByRole('heading', { name: french['queues.outbox'] }).waitFor(SLOW);
    await page.getByText(french['queues.temporal']).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
