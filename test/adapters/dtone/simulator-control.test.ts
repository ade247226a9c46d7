import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulator, type Simulator } from '../../../adapters/dtone/simulator/server.ts';
import { jsonBody, ORDER, readJson, simulatorClient } from '../../support/adapters/simulator-client.ts';

let simulator: Simulator;
const client = () => simulatorClient(simulator.url);

beforeAll(async () => {
  simulator = await createSimulator();
});
afterAll(() => simulator.close());

describe('the control plane', () => {
  const control = (method: string, path: string, body?: unknown) =>
    fetch(`${simulator.url}/_simulator${path}`, { method, ...jsonBody(body) });
  const book = async (search: string) => readJson(await control('GET', `/book?${search}`));

  it('takes scripts for a number, for so many times', async () => {
    const account = client();
    const script = { api_key: account.key, number: '+2348031234550', refuse: 'rate_limited', times: 1 };
    expect((await control('POST', '/scripts', script)).status).toBe(200);
    const first = await account.post('/v1/sync/transactions', ORDER);
    expect(first).toMatchObject({ status: 429, body: { errors: [{ code: 1000429 }] } });
    expect(first.headers.get('retry-after')).toBe('2');
    expect((await account.post('/v1/sync/transactions', ORDER)).status).toBe(201);
  });

  it('takes scripts for every number, and forgets them', async () => {
    const account = client();
    await control('POST', '/scripts', [{ api_key: account.key, number: '*', refuse: 'wallet_empty' }]);
    expect((await account.post('/v1/sync/transactions', ORDER)).body).toMatchObject({
      errors: [{ code: 1006001 }],
    });
    expect((await control('DELETE', '/scripts')).status).toBe(200);
    expect((await account.post('/v1/sync/transactions', ORDER)).status).toBe(201);
  });

  it.each([
    [{ number: '1', unknown_field: 1 }],
    [{ number: '1', end: 'FINISHED' }],
    [{ number: '1', accepts: false }],
    [{}],
  ])('refuses the script %j', async (script) => {
    expect((await control('POST', '/scripts', script)).status).toBe(400);
  });

  it('slows answers down', async () => {
    const account = client();
    await control('POST', '/latency', { submit_ms: 150 });
    const before = Date.now();
    await account.post('/v1/sync/transactions', ORDER);
    expect(Date.now() - before).toBeGreaterThanOrEqual(100);
    await control('POST', '/latency', {});
  });

  it('pages through a book, counting what was really received and delivered', async () => {
    const account = client();
    for (let order = 0; order < 5; order++) {
      await account.post('/v1/sync/transactions', { ...ORDER, external_id: `B${order}` });
    }
    await account.post('/v1/sync/transactions', { ...ORDER, external_id: 'B4' });

    const page = await book(`api_key=${account.key}&limit=3`);
    expect(page.totals).toEqual({ submits: 6, orders: 5, deliveries: 5 });
    expect(page.entries).toHaveLength(3);
    const rest = await book(`api_key=${account.key}&limit=3&after=${page.next}`);
    expect(rest.next).toBeNull();
    expect(rest.entries[1]).toEqual({
      external_id: 'B4',
      submits: 2,
      status: 'COMPLETED',
      deliveries: 1,
      delivered_at: expect.stringMatching(/Z$/),
      reversed_at: null,
    });
    const one = await book(`api_key=${account.key}&external_id=B2`);
    expect(one.entries).toHaveLength(1);
    expect((await control('GET', '/book')).status).toBe(400);
  });

  it('keeps a log without numbers and secrets', async () => {
    await client().post('/v1/sync/transactions', ORDER);
    const text = await control('GET', '/log').then((response) => response.text());
    expect(text).toContain('/v1/sync/transactions');
    expect(text).not.toContain('2348031234550');
    expect(text).not.toContain('secret');
  });
});
