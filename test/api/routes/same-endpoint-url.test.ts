import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WebhookEndpoint } from '../../../contract/webhook-endpoint.ts';
import { type EndpointId, readId, uuidOf } from '../../../domain/ids.ts';
import { ENDPOINTS, type EndpointCalls, endpointCalls } from '../../support/api/endpoints.ts';
import { type ApiFixture, addClient, startApi } from '../../support/api/fixture.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { beginPatiently } from '../../support/database.ts';
import { untilItWaits } from '../../support/locks/holding.ts';

let api: ApiFixture;
let send: EndpointCalls['send'];
let created: EndpointCalls['created'];
beforeAll(async () => {
  api = await startApi();
  ({ send, created } = endpointCalls(api));
});
afterAll(() => api.close());

function endpointId({ id: text }: { readonly id: string }): EndpointId {
  const id = readId('wep', text);
  if (id === null) throw new Error(`${text} is not an endpoint id`);
  return id;
}

describe('the URL of a webhook endpoint', () => {
  it('[endpoints.change] to one URL by requests at the same time is 200 for one of them, and 409 with its id', async () => {
    const client = await addClient(api.pool);
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) ids.push((await created(client, `https://hooks.example.com/${n}`)).id);
    const url = 'https://hooks.example.com/same';
    const answers = await Promise.all(ids.map((id) => send('PATCH', `${ENDPOINTS}/${id}`, client, { url })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const changed = ids[answers.findIndex(({ status }) => status === 200)];
    for (const refused of answers.filter(({ status }) => status === 409))
      expect(refusalOf(refused)).toMatchObject({
        code: 'webhook_endpoint_exists',
        param: 'url',
        details: { endpoint_id: changed },
      });
    const list = z.object({ data: z.array(WebhookEndpoint.strict()) });
    const { data } = list.parse(JSON.parse((await send('GET', ENDPOINTS, client)).text));
    expect(data.filter((endpoint) => endpoint.url === url)).toMatchObject([{ id: changed }]);
  });

  it.each([
    ['commits', 'COMMIT', 409],
    ['is rolled back', 'ROLLBACK', 200],
  ])(
    '[endpoints.change] waits for a request that sets the same URL, which %s',
    async (_name, end, status) => {
      const client = await addClient(api.pool);
      const [one, other] = [await created(client, 'https://a.example.com/'), await created(client)];
      const url = 'https://hooks.example.com/same';
      const holder = await api.pool.connect();
      await beginPatiently(holder);
      await holder.query('UPDATE client_endpoints SET url = $2 WHERE id = $1', [
        uuidOf('wep', endpointId(one)),
        url,
      ]);
      const patch = send('PATCH', `${ENDPOINTS}/${other.id}`, client, { url });
      try {
        expect(await untilItWaits(api.pool, patch)).toBe(true);
      } finally {
        await holder.query(end);
        holder.release();
      }
      expect((await patch).status).toBe(status);
    },
  );
});
