import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiError,
  type Client,
  createClient,
  NoAnswerError,
} from '../../../../clients/typescript/src/index.ts';
import {
  type ApiFixture,
  addClient,
  GLO_BUNDLE,
  MTN_BUNDLE,
  MTN_LARGE_BUNDLE,
  PRICE,
  settle,
  startApi,
} from '../../../support/api/fixture.ts';
import { order } from '../../../support/api/http.ts';
import { startUnreliableLink, type UnreliableLink } from '../../../support/clients/unreliable-link.ts';

let api: ApiFixture;
let link: UnreliableLink;
let client: Client;
beforeAll(async () => {
  api = await startApi();
  link = await startUnreliableLink(api.baseUrl);
  client = createClient({ baseUrl: link.url, apiKey: api.client.key });
});
afterAll(async () => {
  await link.close();
  await api.close();
});

/** The error that a call throws; null when it succeeds. */
async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('buying', () => {
  it('buys, and reports a reference that was used before', async () => {
    const body = order({ metadata: { campaign: 'december' } });
    const first = await client.purchases.create(body);
    expect(first).toMatchObject({
      replayed: false,
      purchase: { status: 'pending', reference: body.reference },
    });
    expect(await client.purchases.create(body)).toEqual({ replayed: true, purchase: first.purchase });
    expect(await client.purchases.get(first.purchase.id)).toEqual(first.purchase);
    expect(await client.purchases.find(body.reference)).toEqual(first.purchase);
    expect(await client.purchases.find('never-sent')).toBeNull();
  });

  it.each([
    ['the connection is lost before the API gets the request', ['lost', 'lost']],
    ['the answer is lost', ['answer_lost', 'answer_lost']],
    ['the answer is truncated', ['half_answer']],
    ['a proxy answers 502 and 503', [{ status: 502 }, { status: 503 }]],
    ['the API asks it to wait', [{ status: 429, retryAfter: 1 }]],
  ] as const)('[purchases.5] buys once even if %s', async (_case, fates) => {
    const { held } = await client.balance();
    const before = link.seen();
    link.fates.push(...fates);
    const { purchase } = await client.purchases.create(order());
    expect(link.seen() - before).toBe(fates.length + 1);
    expect(purchase.status).toBe('pending');
    expect((await client.balance()).held.amount).toBe(held.amount + PRICE);
  });

  it('retries after a timeout', async () => {
    const impatient = createClient({ baseUrl: link.url, apiKey: api.client.key, timeoutMs: 5_000 });
    link.fates.push('silent');
    expect((await impatient.purchases.create(order())).purchase.status).toBe('pending');
  });

  it('gives up after its last attempt, with an unknown outcome', async () => {
    const retries = { attempts: 3 };
    const limited = createClient({ baseUrl: link.url, apiKey: api.client.key, retries });
    const before = link.seen();
    link.fates.push('lost', 'lost', 'lost');
    const failure = await failureOf(limited.purchases.create(order()));
    expect(failure).toBeInstanceOf(NoAnswerError);
    expect(failure).toMatchObject({ why: 'connection', retryable: true });
    expect(link.seen() - before).toBe(3);
  });

  it('does not wait longer than its limit', async () => {
    const before = link.seen();
    link.fates.push({ status: 503, retryAfter: 3_600 });
    const body = order();
    const failure = await failureOf(client.purchases.create(body));
    expect(failure).toBeInstanceOf(NoAnswerError);
    expect(failure).toMatchObject({
      why: 'unreadable',
      status: 503,
      reference: body.reference,
      retryable: true,
      retryAfterSeconds: 3_600,
    });
    expect(link.seen() - before).toBe(1);
  });

  it('stops when its signal is aborted', async () => {
    const stop = new AbortController();
    const before = link.seen();
    link.fates.push({ status: 429, retryAfter: 30 });
    const call = failureOf(client.purchases.create(order(), { signal: stop.signal }));
    await expect.poll(() => link.seen()).toBe(before + 1);
    stop.abort(new Error('enough'));
    expect(await call).toMatchObject({ message: 'enough' });
  });
});

describe('rejections', () => {
  it('are errors with all fields of the API, and are not retried', async () => {
    const body = order();
    const { purchase } = await client.purchases.create(body);
    const before = link.seen();
    const failure = await failureOf(client.purchases.create({ ...body, bundle_id: MTN_LARGE_BUNDLE }));
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      status: 409,
      code: 'reference_conflict',
      param: 'reference',
      retryable: false,
      details: { purchase_id: purchase.id },
      requestId: expect.stringMatching(/^req_/),
      retryAfterSeconds: null,
    });
    expect(link.seen() - before).toBe(1);
  });

  it('never show the key', async () => {
    const unauthorised = createClient({ baseUrl: link.url, apiKey: 'bw_live_wrong' });
    const failure = await failureOf(unauthorised.balance());
    expect(failure).toMatchObject({ status: 401, code: 'invalid_api_key' });
    expect(JSON.stringify([failure, String(failure)])).not.toContain('bw_live_wrong');
  });
});

describe('lists', () => {
  it('are read page by page during iteration', async () => {
    const other = await addClient(api.pool, { balance: 10 * PRICE });
    const own = createClient({ baseUrl: api.baseUrl, apiKey: other.key });
    const bought: string[] = [];
    for (let index = 0; index < 7; index++) bought.unshift((await own.purchases.create(order())).purchase.id);
    const listed: string[] = [];
    for await (const { id } of own.purchases.list({ limit: 3 })) listed.push(id);
    expect(listed).toEqual(bought);

    const first = await own.purchases.list({ limit: 3 }).page();
    const second = await own.purchases.list({ limit: 3 }).page(first.next_cursor);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(bought.slice(0, 6));
  });

  it('of reference data match the API', async () => {
    const bundles = await Array.fromAsync(client.bundles.list({ available: true, limit: 2 }));
    expect(bundles.map(({ id }) => id)).toEqual([GLO_BUNDLE, MTN_LARGE_BUNDLE, MTN_BUNDLE]);
    expect(await client.bundles.get(MTN_BUNDLE)).toEqual(bundles[2]);
    const networks = await Array.fromAsync(client.networks.list());
    expect(await client.networks.get('net_glo')).toEqual(networks[0]);
    expect((await client.status()).networks).toEqual(networks);
  });

  it('of statement lines match the statement of their day', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const statement = await client.statements.get(today);
    const lines = await Array.fromAsync(client.statements.lines(today, { limit: 1 }));
    expect(lines.map(({ type }) => type)).toEqual(['funding']);
    expect(statement.totals.funding).toEqual({ count: 1, amount: lines[0]?.amount });
    const csv = await new Response(await client.statements.csv(today)).text();
    expect(csv).toContain(lines[0]?.id);
  });
});

it('looks numbers up and reads events', async () => {
  const { phone_number } = order();
  expect(await client.numberLookups.create(phone_number)).toMatchObject({
    network_id: 'net_mtn',
    ported: false,
  });
  const { purchase } = await client.purchases.create(order());
  await settle(api, purchase.id, { kind: 'refused', code: 'number_barred' });
  const [event] = await Array.fromAsync(client.events.list({ type: 'purchase.failed' }));
  expect(event).toMatchObject({ object: 'event', data: { object: { id: purchase.id, status: 'failed' } } });
  expect(await client.events.get(event?.id ?? '')).toMatchObject({
    id: event?.id,
    delivery: { attempts: [] },
  });
});

describe('batches', () => {
  it('come from a template, which is a workbook', async () => {
    link.fates.push('answer_lost');
    const template = await new Response(await client.batches.template()).bytes();
    expect(Buffer.from(template).subarray(0, 2).toString()).toBe('PK');
  });

  it('are uploaded, read, cancelled and downloaded', async () => {
    const { phone_number } = order();
    const csv = `phone_number,bundle_id\n${phone_number},${MTN_BUNDLE}\n`;
    link.fates.push('answer_lost');
    const batch = await client.batches.create(csv, { reference: 'campaign', start: 'manual' });
    expect(batch).toMatchObject({ object: 'batch', status: 'ready', counts: { rows: 1, valid: 1 } });
    expect(await Array.fromAsync(client.batches.rows(batch.id))).toMatchObject([{ phone_number, line: 2 }]);
    expect((await client.batches.cancel(batch.id)).status).toBe('canceled');
    expect(await Array.fromAsync(client.batches.list())).toMatchObject([{ id: batch.id }]);
    expect(await new Response(await client.batches.results(batch.id)).text()).toContain(phone_number);
  });
});
