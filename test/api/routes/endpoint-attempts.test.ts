import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EventWithAttempts } from '../../../contract/recorded-event.ts';
import { WebhookEndpointAttempt } from '../../../contract/webhook-endpoint.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { ENDPOINTS, type EndpointCalls, endpointCalls } from '../../support/api/endpoints.ts';
import { type ApiFixture, addClient, startApi } from '../../support/api/fixture.ts';
import { refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;
let send: EndpointCalls['send'];
let created: EndpointCalls['created'];
let testEvent: EndpointCalls['testEvent'];
beforeAll(async () => {
  api = await startApi();
  ({ send, created, testEvent } = endpointCalls(api));
});
afterAll(() => api.close());

describe('attempts and resends', () => {
  it('[endpoints.attempts] are listed newest first, in pages, and shown with the event too', async () => {
    const client = await addClient(api.pool);
    const { id } = await created(client);
    const event = await testEvent(client, id);
    await api.pool.query(
      `INSERT INTO delivery_attempts (delivery_id, attempt, endpoint_id, url, started_at, finished_at, outcome, http_status, duration_ms)
       SELECT d.id, n, d.endpoint_id, 'https://hooks.example.com/', d.created_at + n * interval '1 second',
              d.created_at + n * interval '2 seconds', 'failed', 500, 5
         FROM deliveries d, generate_series(1, 3) n WHERE d.event_id = $1`,
      [uuidOf('evt', `evt_${event.id.slice(4)}`)],
    );
    const Page = z.object({
      data: z.array(WebhookEndpointAttempt.strict()),
      next_cursor: z.string().nullable(),
    });
    const read = async (query: string) =>
      Page.parse(JSON.parse((await send('GET', `${ENDPOINTS}/${id}/attempts?limit=2${query}`, client)).text));
    const first = await read('');
    const rest = await read(`&cursor=${first.next_cursor}`);
    const all = [...first.data, ...rest.data];
    expect(all.map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(rest.next_cursor).toBeNull();
    expect(all[0]).toMatchObject({
      event_id: event.id,
      event_type: event.type,
      endpoint_id: id,
      outcome: 'failed',
    });

    const shown = EventWithAttempts.parse(
      JSON.parse((await send('GET', `/v1/events/${event.id}`, client)).text),
    );
    expect(shown.delivery.attempts.map(({ number, endpoint_id }) => [number, endpoint_id])).toEqual([
      [1, id],
      [2, id],
      [3, id],
    ]);
    expect(shown.delivery.next_attempt_at).not.toBeNull();
  });

  it('[endpoints.resend] go to the named endpoint, once per minute and endpoint', async () => {
    const client = await addClient(api.pool);
    const { id } = await created(client);
    const { id: second } = await created(client, 'https://hooks.example.com/second');
    const event = await testEvent(client, id);
    await api.pool.query('DELETE FROM outbox');
    const resend = (query: string) => send('POST', `/v1/events/${event.id}/resend${query}`, client);
    expect((await resend(`?endpoint_id=${second}`)).status).toBe(202);
    const queued = async () =>
      (
        await api.pool.query<{ attempt: number }>(
          `SELECT attempt FROM outbox WHERE topic = 'deliver_to_endpoint'`,
        )
      ).rows;
    expect(await queued()).toEqual([{ attempt: 8 }]);
    const again = await Promise.all([1, 2, 3].map(() => resend('')));
    expect(again.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await queued()).toEqual([{ attempt: 8 }, { attempt: 8 }]);

    const stranger = await addClient(api.pool);
    const { id: foreign } = await created(stranger);
    for (const endpoint of [foreign, 'x', 'wep_00000000000000000000000000'])
      expect(refusalOf(await resend(`?endpoint_id=${endpoint}`))).toMatchObject({
        status: 404,
        param: 'endpoint_id',
      });
    for (const each of [id, second]) await send('DELETE', `${ENDPOINTS}/${each}`, client);
    expect(refusalOf(await resend(''))).toMatchObject({ status: 422, code: 'webhook_endpoint_missing' });
  });

  it('[endpoints.delivery] the list of events counts the state at every endpoint', async () => {
    const client = await addClient(api.pool);
    const { id } = await created(client);
    const event = await testEvent(client, id);
    const idsOf = async (status: string) =>
      z
        .object({ data: z.array(z.object({ id: z.string() })) })
        .parse(JSON.parse((await send('GET', `/v1/events?delivery=${status}`, client)).text))
        .data.map((one) => one.id);
    for (const status of ['failed', 'delivered', 'not_sent', 'pending']) {
      await api.pool.query('UPDATE deliveries SET delivery = $1 WHERE account_id = $2', [
        status,
        uuidOf('acc', client.accountId),
      ]);
      for (const asked of ['failed', 'delivered', 'not_sent', 'pending'])
        expect([status, asked, await idsOf(asked)]).toEqual([
          status,
          asked,
          asked === status ? [event.id] : [],
        ]);
    }
  });
});
