import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeliveryAttempt, EventWithAttempts } from '../../../../clients/typescript/src/types.ts';
import { targetsOf } from '../../../../console/src/developers/webhooks/targets.ts';
import { uuidOf } from '../../../../domain/ids.ts';
import { endpointCalls } from '../../../support/api/endpoints.ts';
import { type ApiFixture, addClient, settle, startApi } from '../../../support/api/fixture.ts';
import { bought, call, order } from '../../../support/api/http.ts';
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
    const dialog = page.getByRole('dialog', { name: 'Send this event again?' });
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual(['https://hooks.example.com/']);
    await dialog.getByText('If your technical contact has set an endpoint').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send to all of them' }).click();
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

it('a developer sends an event again to one endpoint of two, and reads before which ones get it', async (context) => {
  const client = await addClient(api.pool, { balance: 100_000 });
  const calls = endpointCalls(api);
  await calls.created(client);
  const other = await calls.created(client, 'https://other.example.com/');
  const { id } = await bought({ ...api, client }, order());
  await settle({ ...api, client }, id, { kind: 'refused', code: 'number_barred' });
  const { text } = await call({ ...api, client }, '/v1/events?type=purchase.failed');
  const event = JSON.parse(text).data[0].id;
  await api.pool.query('DELETE FROM outbox');
  const organisation = await organisationOf(api, client.accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'developer');
  try {
    await page.goto(`${api.baseUrl}/developers/events/${event}`);
    await page.getByRole('button', { name: 'Send again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this event again?' });
    const listed = dialog.getByRole('listitem');
    await listed.nth(1).waitFor(SLOW);
    expect((await listed.allInnerTexts()).toSorted()).toEqual([
      'https://hooks.example.com/',
      'https://other.example.com/',
    ]);
    await dialog.getByLabel('Endpoint').selectOption('https://other.example.com/');
    await dialog.getByText('The event is sent again only to:').waitFor(SLOW);
    expect(await listed.allInnerTexts()).toEqual(['https://other.example.com/']);
    await dialog.getByRole('button', { name: 'Send to this endpoint' }).click();
    await page.getByText('The event is sent again.').waitFor(SLOW);
    const { rows } = await api.pool.query<{ endpoint: string }>(
      `SELECT account_id AS endpoint FROM outbox WHERE topic IN ('deliver_event', 'deliver_to_endpoint')`,
    );
    expect(rows).toEqual([{ endpoint: uuidOf('wep', `wep_${other.id.slice(4)}`) }]);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

it('an event can be sent again although the endpoints cannot be read', async (context) => {
  const client = await addClient(api.pool, { balance: 100_000 });
  await endpointCalls(api).created(client);
  const { id } = await bought({ ...api, client }, order());
  await settle({ ...api, client }, id, { kind: 'refused', code: 'number_barred' });
  const { text } = await call({ ...api, client }, '/v1/events?type=purchase.failed');
  const event = JSON.parse(text).data[0].id;
  await api.pool.query('DELETE FROM outbox');
  const organisation = await organisationOf(api, client.accountId);
  const { page, close } = await openConsole(context, api, organisation, 'developer');
  try {
    await page.route('**/v1/webhook-endpoints?*', (route) =>
      route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }),
    );
    await page.goto(`${api.baseUrl}/developers/events/${event}`);
    await page.getByRole('button', { name: 'Send again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this event again?' });
    await dialog.getByRole('alert').waitFor(SLOW);
    await dialog.getByText('The list of endpoints cannot be shown here.').waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send to all of them' }).click();
    await page.getByText('The event is sent again.').waitFor(SLOW);
  } finally {
    await close();
  }
});

it('an event goes again to those that want it and those that got it, as far as the reader may see them', () => {
  const attempt = (endpoint: string | null, url: string) =>
    ({ endpoint_id: endpoint, url }) as DeliveryAttempt;
  const event = (test: boolean, ...attempts: DeliveryAttempt[]) =>
    ({ type: 'purchase.failed', test, delivery: { attempts } }) as unknown as EventWithAttempts;
  const endpoint = (id: string, more: object = {}) => ({
    id,
    url: `https://${id}`,
    enabled: true,
    event_types: ['purchase.failed' as const],
    ...more,
  });
  const all = [
    endpoint('wants'),
    endpoint('off', { enabled: false }),
    endpoint('other-type', { event_types: ['batch.ready'] }),
    endpoint('had', { event_types: ['batch.ready'] }),
  ];
  const idsOf = (...given: Parameters<typeof targetsOf>) => targetsOf(...given).map(({ id }) => id);
  const had = [
    attempt('had', 'https://had'),
    attempt(null, 'https://contact'),
    attempt('had', 'https://had'),
  ];
  expect(idsOf(event(false, ...had), all)).toEqual(['wants', 'had', null]);
  expect(idsOf(event(true, ...had), all)).toEqual(['had', null]);
  expect(idsOf(event(false, ...had), null)).toEqual(['had', null]);
  expect(idsOf(event(false), [])).toEqual([]);
  const moved = event(false, attempt(null, 'https://former'), attempt(null, 'https://newer'));
  expect(targetsOf(moved, [])).toEqual([{ id: null, url: 'https://newer' }]);
});
