import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EventWithAttempts } from '../../../contract/recorded-event.ts';
import { WebhookEndpoint, WebhookEndpointWithSecret } from '../../../contract/webhook-endpoint.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { ENDPOINTS, type EndpointCalls, endpointCalls } from '../../support/api/endpoints.ts';
import { type ApiFixture, addClient, type Client, startApi } from '../../support/api/fixture.ts';
import { errorOf } from '../../support/api/http.ts';
import { invalid, refusalOf } from '../../support/api/refusal.ts';

const PURCHASES = ['purchase.successful', 'purchase.failed', 'purchase.reversed'];

let api: ApiFixture;
let send: EndpointCalls['send'];
let created: EndpointCalls['created'];
beforeAll(async () => {
  api = await startApi();
  ({ send, created } = endpointCalls(api));
});
afterAll(() => api.close());

const listed = async (client: Client) =>
  z
    .object({ data: z.array(WebhookEndpoint.strict()) })
    .parse(JSON.parse((await send('GET', ENDPOINTS, client)).text)).data;

describe('a webhook endpoint', () => {
  it('[endpoints.create] is created with a secret that no other answer shows, and that is not logged', async () => {
    const client = await addClient(api.pool);
    const { secret, ...endpoint } = await created(client, 'https://hooks.example.com/a', {
      description: 'Orders',
    });
    expect(secret).toMatch(/^whsec_/);
    expect(endpoint).toMatchObject({
      event_types: PURCHASES,
      enabled: true,
      status: 'new',
      description: 'Orders',
    });
    expect(await listed(client)).toEqual([endpoint]);
    const read = await send('GET', `${ENDPOINTS}/${endpoint.id}`, client);
    expect(JSON.parse(read.text)).toEqual(endpoint);
    expect(read.text + (await send('GET', ENDPOINTS, client)).text + api.logged()).not.toContain(secret);
    const { rows } = await api.pool.query<{ details: object }>(
      'SELECT after AS details FROM audit_log WHERE account_id = $1',
      [uuidOf('acc', client.accountId)],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('[endpoints.create] with the URL of another one is 409 with its id, also at the same time', async () => {
    const client = await addClient(api.pool);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        send('POST', ENDPOINTS, client, { url: 'https://hooks.example.com/same' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const [only] = await listed(client);
    const refused = answers.find(({ status }) => status === 409);
    if (refused === undefined) throw new Error('none was refused');
    expect(refusalOf(refused)).toMatchObject({
      code: 'webhook_endpoint_exists',
      param: 'url',
      details: { endpoint_id: only?.id },
    });
  });

  it('[endpoints.create] is one of ten at most, however many requests come at the same time', async () => {
    const client = await addClient(api.pool);
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, n) =>
        send('POST', ENDPOINTS, client, { url: `https://hooks.example.com/${n}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(4);
    expect(await listed(client)).toHaveLength(10);
  });

  it('[endpoints.url] must be public HTTPS, as for operators', async () => {
    const client = await addClient(api.pool);
    const urls = [
      'http://example.com/',
      'https://10.0.0.1/',
      'https://localhost/',
      'https://example.com:8443/',
      'https://u:p@example.com/',
      'https://169.254.169.254/',
      'ftp://example.com/',
      'x',
      '',
      7,
      `https://example.com/${'x'.repeat(2_048)}`,
    ];
    for (const url of urls) {
      const answer = await send('POST', ENDPOINTS, client, { url });
      expect([url, refusalOf(answer)]).toEqual([url, invalid('url')]);
    }
    const { id } = await created(client);
    const moved = await send('PATCH', `${ENDPOINTS}/${id}`, client, { url: 'https://127.0.0.2/' });
    expect(refusalOf(moved)).toEqual(invalid('url'));
    expect(await listed(client)).toHaveLength(1);
  });

  it('refuses event types that do not exist or are missing, and long descriptions', async () => {
    const client = await addClient(api.pool);
    const url = 'https://hooks.example.com/';
    for (const event_types of [[], ['x'], 'purchase.failed', null])
      expect(refusalOf(await send('POST', ENDPOINTS, client, { url, event_types }))).toEqual(
        invalid('event_types'),
      );
    for (const description of ['x'.repeat(201), 'a\u0000b', 5])
      expect(refusalOf(await send('POST', ENDPOINTS, client, { url, description }))).toEqual(
        invalid('description'),
      );
  });

  it('[endpoints.change] changes only the fields that are sent, and never shows the secret', async () => {
    const client = await addClient(api.pool);
    const { id, secret } = await created(client);
    const path = `${ENDPOINTS}/${id}`;
    const changed = await send('PATCH', path, client, {
      enabled: false,
      event_types: ['batch.completed', 'batch.completed'],
    });
    expect(JSON.parse(changed.text)).toMatchObject({
      enabled: false,
      event_types: ['batch.completed'],
      url: 'https://hooks.example.com/',
    });
    expect(changed.text).not.toContain(secret);
    expect(refusalOf(await send('PATCH', path, client, {}))).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
    await created(client, 'https://hooks.example.com/taken');
    const taken = await send('PATCH', path, client, { url: 'https://hooks.example.com/taken' });
    expect(refusalOf(taken)).toMatchObject({ status: 409, code: 'webhook_endpoint_exists' });
  });

  it('[endpoints.delete] is gone once it is deleted, and its URL can be used again', async () => {
    const client = await addClient(api.pool);
    const { id } = await created(client);
    const answers = await Promise.all([1, 2, 3].map(() => send('DELETE', `${ENDPOINTS}/${id}`, client)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await listed(client)).toEqual([]);
    await created(client);
  });

  it('[endpoints.rotation] gets a new secret; another rotation is 409 until the overlap ends, or ends it', async () => {
    const client = await addClient(api.pool);
    const { id, secret } = await created(client);
    const path = `${ENDPOINTS}/${id}/rotate-secret`;
    const answers = await Promise.all([1, 2, 3].map(() => send('POST', path, client, {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const first = WebhookEndpointWithSecret.parse(
      JSON.parse(answers.find(({ status }) => status === 200)?.text ?? ''),
    );
    expect(first.secret).not.toBe(secret);
    const until = Date.parse(first.former_secret_until ?? '');
    expect(until - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const refused = answers.find(({ status }) => status === 409);
    if (refused === undefined) throw new Error('none was refused');
    expect(errorOf(refused).details).toEqual({ former_secret_until: first.former_secret_until });

    const ended = await send('POST', path, client, { overlap_seconds: 0 });
    expect(JSON.parse(ended.text)).toMatchObject({ former_secret_until: null });
    for (const overlap_seconds of [-1, 0.5, 2_592_001, '1'])
      expect(refusalOf(await send('POST', path, client, { overlap_seconds }))).toEqual(
        invalid('overlap_seconds'),
      );
  });
});

describe('a test event', () => {
  it('[endpoints.test] is queued for its endpoint only, every ten seconds at most, and not while it is disabled', async () => {
    const client = await addClient(api.pool);
    const { id } = await created(client);
    await created(client, 'https://hooks.example.com/other');
    const path = `${ENDPOINTS}/${id}/test`;
    const answers = await Promise.all(
      [1, 2, 3].map(() => send('POST', path, client, { type: 'purchase.failed' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 429, 429]);
    const event = EventWithAttempts.parse(
      JSON.parse(answers.find(({ status }) => status === 202)?.text ?? ''),
    );
    expect(event).toMatchObject({ type: 'purchase.failed', test: true, delivery: { status: 'pending' } });
    const { rows } = await api.pool.query<{ account_id: string; queue: string }>(
      `SELECT o.account_id, o.queue FROM outbox o JOIN deliveries d ON d.id = o.subject_id WHERE d.account_id = $1`,
      [uuidOf('acc', client.accountId)],
    );
    expect(rows).toEqual([{ account_id: uuidOf('wep', `wep_${id.slice(4)}`), queue: 'deliveries' }]);

    await send('PATCH', `${ENDPOINTS}/${id}`, client, { enabled: false });
    expect(refusalOf(await send('POST', path, client, {}))).toMatchObject({
      status: 422,
      code: 'webhook_endpoint_disabled',
    });
  });
});
