import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { LoggedRequestDetails, LoggedRequestResource } from '../../../../contract/requests/logged-request.ts';
import { type ApiFixture, addClient, startApi } from '../../../support/api/fixture.ts';
import { type Answer, bought, buy, call, errorOf, order } from '../../../support/api/http.ts';

const NUMBER = '+2348031234567';
const MASKED = '+23480…567';

let api: ApiFixture;
/** May read the log and all else; numbers too. */
let reader: string;
/** May read the log, without numbers. */
let masked: string;

beforeAll(async () => {
  api = await startApi({ logsRequests: true });
  await api.pool.query(
    `UPDATE api_keys SET scopes = '{all,keys:write,requests:read,privacy:manage}', name = 'Shop'`,
  );
  reader = api.client.key;
  const body = { name: 'Support tool', scopes: ['requests:read'] };
  const created = await call(api, '/v1/api-keys', { method: 'POST', body });
  masked = z.object({ key: z.string() }).parse(JSON.parse(created.text)).key;
});
afterAll(() => api.close());

const idOf = (answer: Answer) => answer.headers.get('svc-request-id') ?? '';

/** The request of an answer, as soon as it is in the log. */
async function logged(answer: Answer, key = reader): Promise<LoggedRequestDetails> {
  const found = await vi.waitFor(
    async () => {
      const one = await call(api, `/v1/requests/${idOf(answer)}`, { key });
      expect(one.status).toBe(200);
      return one;
    },
    { timeout: 30_000, interval: 50 },
  );
  return LoggedRequestDetails.parse(JSON.parse(found.text));
}

async function list(query: string, key = reader): Promise<LoggedRequestResource[]> {
  const answer = await call(api, `/v1/requests?${query}`, { key });
  expect(answer.status).toBe(200);
  return z.object({ data: z.array(LoggedRequestResource.strict()) }).parse(JSON.parse(answer.text)).data;
}

describe('a request', () => {
  it('is found by the id of its error, with who sent it, what was sent and what was answered', async () => {
    const body = { reference: 'order-1', phone_number: NUMBER, bundle_id: 'bnd_unknown' };
    const refused = await buy(api, body);
    const { request_id: id } = errorOf(refused);
    expect(id).toBe(idOf(refused));
    const found = await logged(refused);
    expect(found).toMatchObject({
      id,
      object: 'request',
      method: 'POST',
      path: '/v1/purchases',
      status: refused.status,
      principal: { kind: 'key', name: 'Shop' },
      address: '127.0.0.1',
      request_body_truncated: false,
      response_body: refused.text,
      response_body_truncated: false,
    });
    expect(JSON.parse(found.request_body ?? '')).toEqual(body);
    expect(found.duration_ms).toBeGreaterThanOrEqual(0);
  });

  it('shows numbers masked without the right numbers:read', async () => {
    const answer = await call(api, `/v1/purchases?phone_number=${encodeURIComponent(NUMBER)}`);
    expect(await logged(answer)).toMatchObject({ path: `/v1/purchases?phone_number=${NUMBER}` });
    expect(await logged(answer, masked)).toMatchObject({ path: `/v1/purchases?phone_number=${MASKED}` });
    const purchase = await buy(api, order({ phone_number: NUMBER }));
    const shown = await logged(purchase, masked);
    expect(shown.request_body).toContain(MASKED);
    expect(shown.response_body).toContain(MASKED);
    expect(JSON.stringify(shown)).not.toContain(NUMBER.slice(4));
  });

  it('is kept without the secrets in its answer', async () => {
    const created = await call(api, '/v1/api-keys', {
      method: 'POST',
      body: { name: 'Kept out', scopes: ['balance:read'] },
    });
    const { key } = z.object({ key: z.string() }).parse(JSON.parse(created.text));
    const found = await logged(created);
    expect(found.response_body).toContain('[redacted]');
    const { rows } = await api.pool.query({
      text: `SELECT 1 FROM request_log WHERE response_body LIKE '%' || $1 || '%'`,
      values: [key.slice(8)],
    });
    expect(rows).toEqual([]);
  });

  it('is kept without its body if it is about an erasure or the log itself', async () => {
    const erasure = await call(api, '/v1/erasures', {
      method: 'POST',
      body: { phone_number: '+2348035550199' },
    });
    expect(await logged(erasure)).toMatchObject({ status: 201, request_body: null, response_body: null });
    const own = await call(api, '/v1/requests?limit=1');
    expect(await logged(own)).toMatchObject({ status: 200, response_body: null });
  });

  it('is cut off after 4,096 characters', async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`field_${n}`, 'x'.repeat(400)]),
    );
    const found = await logged(await buy(api, order({ metadata })));
    expect([found.request_body?.length, found.request_body_truncated]).toEqual([4_096, true]);
    expect([found.response_body?.length, found.response_body_truncated]).toEqual([4_096, true]);
  });

  it('is not in the log if its key does not work', async () => {
    const refused = await call(api, '/v1/balance', { key: 'bw_test_unknown' });
    // The log is written in the order of the answers.
    await logged(await call(api, '/v1/balance'));
    const { rows } = await api.pool.query(`SELECT 1 FROM request_log WHERE status = 401`);
    expect([refused.status, rows]).toEqual([401, []]);
  });
});

it('lists requests without bodies, newest first, by each filter', async () => {
  const status = await call(api, '/v1/status');
  const purchase = await bought(api);
  const missing = await call(api, `/v1/purchases/${purchase.id.slice(0, -1)}0`, { key: masked });
  await logged(missing);
  const [newest] = await list('limit=1&path=/v1/purchases/pur_');
  expect(newest).toMatchObject({ id: idOf(missing), status: 403, principal: { name: 'Support tool' } });
  expect(newest).not.toHaveProperty('response_body');

  const ids = async (query: string) => (await list(`limit=100&${query}`)).map(({ id }) => id);
  expect(await ids(`request_id=${idOf(status)}`)).toEqual([idOf(status)]);
  expect(await ids('status=4xx')).toContain(idOf(missing));
  expect(await ids('status=404')).not.toContain(idOf(missing));
  expect(await ids('method=POST')).not.toContain(idOf(status));
  expect(await ids(`principal=${newest?.principal.id}`)).toContain(idOf(missing));
  expect(await ids(`principal=${newest?.principal.id}`)).not.toContain(idOf(status));
  const at = encodeURIComponent(newest?.created_at ?? '');
  expect(await ids(`created_from=${at}`)).toContain(idOf(missing));
  expect(await ids(`created_to=${at}`)).not.toContain(idOf(missing));
});

it('shows no request of another account', async () => {
  const other = await addClient(api.pool);
  await api.pool.query(`UPDATE api_keys SET scopes = '{all,requests:read}' WHERE name = ''`);
  const answer = await call(api, '/v1/balance');
  await logged(answer);
  const refused = await call(api, `/v1/requests/${idOf(answer)}`, { key: other.key });
  expect(errorOf(refused)).toMatchObject({ code: 'not_found', param: 'request_id' });
  expect(await list(`request_id=${idOf(answer)}`, other.key)).toEqual([]);
});

it('needs a right that a key has only if its scopes name it', async () => {
  const created = await call(api, '/v1/api-keys', { method: 'POST', body: { name: 'All', scopes: ['all'] } });
  const { key } = z.object({ key: z.string() }).parse(JSON.parse(created.text));
  const refused = await call(api, '/v1/requests', { key });
  expect(errorOf(refused)).toMatchObject({ details: { required_right: 'requests:read' } });
});
