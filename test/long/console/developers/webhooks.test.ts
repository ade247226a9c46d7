import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidOf } from '../../../../domain/ids.ts';
import { endpointCalls } from '../../../support/api/endpoints.ts';
import { type ApiFixture, addClient, startApi } from '../../../support/api/fixture.ts';
import { faultsEverywhere, openConsole, SLOW } from '../../../support/console/open.ts';
import { organisationOf } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('a developer adds an endpoint, keeps its secret, disables it, replaces the secret and deletes it', async (context) => {
  const { accountId } = await addClient(api.pool);
  const organisation = await organisationOf(api, accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'developer');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  try {
    await page.goto(`${api.baseUrl}/developers/webhooks`);
    await page.getByText('No webhook endpoint yet').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('link', { name: 'Add an endpoint' }).click();
    await page.getByLabel('Address').fill('https://hooks.example.com/orders');
    await page.getByLabel('batch.completed A campaign is complete').check();
    expect(await faultsEverywhere(page)).toEqual([]);
    await press('Add an endpoint');
    const secret = page.getByLabel('The signing secret of https://hooks.example.com/orders');
    await secret.waitFor(SLOW);
    const first = await secret.inputValue();
    expect(first).toMatch(/^whsec_/);
    await page.getByRole('link', { name: 'I have stored the secret' }).click();
    await page.getByText('Nothing was sent to this endpoint yet').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);

    await press('Disable');
    await page.getByText('Disabled').waitFor(SLOW);
    await press('Enable');
    await page.getByText('Nothing delivered yet').waitFor(SLOW);
    await press('Replace the signing secret');
    const dialog = page.getByRole('dialog', { name: 'Replace the signing secret?' });
    await dialog.getByRole('button', { name: 'Replace the signing secret' }).click();
    await secret.waitFor(SLOW);
    expect(await secret.inputValue()).not.toBe(first);
    await page.getByText('The former secret signs until').waitFor(SLOW);

    await press('Delete the endpoint');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the endpoint' }).click();
    await page.getByText('No webhook endpoint yet').waitFor(SLOW);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('a developer sends a test event, reads the answer of the endpoint and the payload, and sends it again', async (context) => {
  const client = await addClient(api.pool);
  const { id } = await endpointCalls(api).created(client);
  const organisation = await organisationOf(api, client.accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'developer');
  try {
    await page.goto(`${api.baseUrl}/developers/webhooks`);
    await page.getByRole('link', { name: 'https://hooks.example.com/' }).click();
    await page.getByLabel('Type of event').selectOption('purchase.failed');
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByRole('heading', { name: 'Event purchase.failed', level: 1 }).waitFor(SLOW);
    await page.getByText('No attempt was made yet').waitFor(SLOW);
    const event = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await api.pool.query(
      `INSERT INTO delivery_attempts
         (delivery_id, attempt, endpoint_id, url, started_at, finished_at, outcome, http_status, error, duration_ms, answer)
       SELECT d.id, 1, d.endpoint_id, 'https://hooks.example.com/', d.created_at + interval '1 second',
              d.created_at + interval '2 seconds', 'failed', 500, 'http_status', 12, 'Out of tea'
         FROM deliveries d WHERE d.event_id = $1`,
      [uuidOf('evt', `evt_${event.slice(4)}`)],
    );
    await api.pool.query('DELETE FROM outbox');
    await page.getByText('Out of tea').waitFor(SLOW);
    await page.getByText('Failed HTTP 500').waitFor(SLOW);
    await page.getByText('The endpoint answered, but not with a status from 200 to 299.').waitFor(SLOW);
    await page.getByText('"test_event": "true"').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The event is sent again.').waitFor(SLOW);
    const { rows } = await api.pool.query(
      `SELECT attempt FROM outbox WHERE topic = 'deliver_to_endpoint' AND attempt > 7`,
    );
    expect(rows).toHaveLength(1);

    await page.goto(`${api.baseUrl}/developers/webhooks/${id}`);
    await page
      .getByRole('row', { name: /Failed HTTP 500 .* purchase\.failed Attempt 1 12 ms$/ })
      .waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    for (const [error, words] of [
      ['dns', 'The address of the endpoint was not found. Check its host name.'],
      ['unheard_of', 'The reason is unheard_of.'],
    ] as const) {
      await api.pool.query(
        `UPDATE delivery_attempts SET http_status = NULL, error = $1
          WHERE delivery_id IN (SELECT id FROM deliveries WHERE event_id = $2)`,
        [error, uuidOf('evt', `evt_${event.slice(4)}`)],
      );
      await page.getByText(words).waitFor(SLOW);
    }
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
