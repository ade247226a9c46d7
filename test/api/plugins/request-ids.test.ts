import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { type Answer, buy, call, order } from '../../support/api/http.ts';
import { exchange, rawChunkedPost, rawPost, readAnswers, sendRaw } from '../../support/api/raw.ts';
import { refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;
const seen = new Set<string>();

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.close());

function expectOwnId(answer: Answer): void {
  const id = answer.headers.get('svc-request-id') ?? '';
  expect(id).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(seen.has(id)).toBe(false);
  seen.add(id);
}

const NOT_FOUND = { code: 'not_found', status: 404, retryable: false };
const PURCHASE_NOT_FOUND = { ...NOT_FOUND, param: 'purchase_id' };
const INVALID = { code: 'invalid_request', retryable: false };
const NO_KEY = { code: 'invalid_api_key', status: 401, retryable: false };
const BAD_PATHS = ['%zz', '%ff', '%', '%e0%a4%a', 'a'.repeat(500)];

describe('every answer has a unique request id', () => {
  it.each(['/v1/balance', '/v1/purchases', '/openapi.json', '/docs', '/docs/'])(
    '[conventions.request_id] GET %s',
    async (path) => {
      const answer = await call(api, path);
      expect(answer.status).toBeLessThan(400);
      expectOwnId(answer);
    },
  );

  it('[conventions.request_id] [purchases.2] a purchase, its replay and their heads', async () => {
    const body = order();
    for (const answer of [await buy(api, body), await buy(api, body)]) expectOwnId(answer);
    expectOwnId(await call(api, '/v1/balance', { method: 'HEAD' }));
  });

  it.each([
    ['an unknown path', '/v1/nothing', {}, NOT_FOUND],
    ['an unknown path outside /v1', '/nothing', {}, NOT_FOUND],
    ['a path above its end', '/v1/purchases/', { method: 'POST', body: {} }, NOT_FOUND],
    ['a purchase that is not there', '/v1/purchases/pur_00000000000000000000000000', {}, PURCHASE_NOT_FOUND],
    ['a request without a key', '/v1/balance', { key: null }, NO_KEY],
    ['an unknown path without a key', '/v1/nothing', { key: null }, NO_KEY],
    ['unreadable JSON', '/v1/purchases', { method: 'POST', body: '{' }, { ...INVALID, status: 400 }],
  ])('[conventions.request_id] [errors.body] an error: %s', async (_name, path, options, refusal) => {
    const answer = await call(api, path, options);
    expect(refusalOf(answer)).toEqual(refusal);
    expectOwnId(answer);
  });

  it.each(BAD_PATHS)('an error: the path /v1/purchases/%s', async (part) => {
    const bytes = `GET /v1/purchases/${part} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const answer = await sendRaw(api, bytes);
    expect(refusalOf(answer)).toEqual(NOT_FOUND);
    expectOwnId(answer);
  });
});

it('[bad.protocol] HEAD is GET without the body, of what is there and of what is not', async () => {
  const { id } = JSON.parse((await buy(api, order())).text);
  for (const path of [
    '/v1/balance',
    '/v1/purchases',
    `/v1/purchases/${id}`,
    '/v1/purchases/pur_1',
    '/v1/nothing',
  ]) {
    const [head, get] = [await call(api, path, { method: 'HEAD' }), await call(api, path)];
    expect([path, head.status, head.text]).toEqual([path, get.status, '']);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
  }
});

describe('a wrong method on a known path', () => {
  it.each([
    ['DELETE', '/v1/purchases', 'POST, GET, HEAD'],
    ['PUT', '/v1/purchases', 'POST, GET, HEAD'],
    ['OPTIONS', '/v1/purchases', 'POST, GET, HEAD'],
    ['PROPFIND', '/v1/purchases', 'POST, GET, HEAD'],
    ['POST', '/v1/purchases/pur_00000000000000000000000000', 'GET, HEAD'],
    ['PATCH', '/v1/balance', 'GET, HEAD'],
    ['DELETE', '/openapi.json', 'GET, HEAD'],
    ['OPTIONS', '/v1/batches/template', 'GET, HEAD'],
  ])('%s %s is answered with 405 and the allowed methods', async (method, path, allow) => {
    const answer = await call(api, path, { method });
    expect(refusalOf(answer)).toEqual({ ...INVALID, status: 405 });
    expect(answer.headers.get('allow')).toBe(allow);
    expectOwnId(answer);
  });
});

const GET = 'GET /v1/balance HTTP/1.1\r\n';
const CLOSE = 'Connection: close\r\n';

describe('bytes that are not a request', () => {
  it.each<[string, () => string, number]>([
    ['no HTTP at all', () => 'GARBAGE\r\n\r\n', 400],
    ['a header without a colon', () => `${GET}Host: x\r\nnonsense\r\n\r\n`, 400],
    ['an unknown method', () => 'BUY /v1/purchases HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['headers of 20 KB', () => `${GET}Host: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['an address of 100 KB', () => `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['both a length and chunks', () => rawPost(api, '0\r\n\r\n', { 'Transfer-Encoding': 'chunked' }), 400],
    ['two lengths', () => `${rawPost(api, '{}').replace('\r\n\r\n', '\r\nContent-Length: 3\r\n\r\n')}`, 400],
    ['a chunk that is no chunk', () => rawChunkedPost(api, 'zz\r\n'), 400],
  ])('[bad.framing] %s are refused with an Error object', async (_name, bytes, status) => {
    const answer = await sendRaw(api, bytes());
    expect(refusalOf(answer)).toEqual({ ...INVALID, status });
    expectOwnId(answer);
  });

  it.each<[string, string]>([
    ['HTTP/1.0', 'GET /v1/balance HTTP/1.0\r\n'],
    ['no Host', `${GET}${CLOSE}`],
    ['an absolute address', `GET http://elsewhere/v1/balance HTTP/1.1\r\nHost: x\r\n${CLOSE}`],
    ['an unknown expectation', `${GET}Host: x\r\nExpect: wonders\r\n${CLOSE}`],
  ])('[bad.protocol] but %s is served', async (_name, head) => {
    const answer = await sendRaw(api, `${head}Authorization: Bearer ${api.client.key}\r\n\r\n`);
    expect(answer.status).toBe(200);
    expectOwnId(answer);
  });

  it.each<[string, (bytes: string) => string]>([
    ['HTTP/1.0', (bytes) => bytes.replace('HTTP/1.1', 'HTTP/1.0')],
    ['an absolute address', (bytes) => bytes.replace(' /v1', ' http://elsewhere.example/v1')],
    ['no Host', (bytes) => bytes.replace('Host: localhost\r\n', '')],
    ['names of headers in odd cases', (bytes) => bytes.replace('Content-Type', 'cONTENT-tYPE')],
    ['an offer of another protocol', (bytes) => bytes.replace('Host:', 'Upgrade: h2c\r\nHost:')],
  ])('[bad.protocol] and a purchase by %s is bought, and once', async (name, change) => {
    const reference = `by-${name.replaceAll(/[^A-Za-z0-9]/g, '-')}`;
    const bytes = change(rawPost(api, JSON.stringify(order({ reference }))));
    const statuses = [(await sendRaw(api, bytes)).status, (await sendRaw(api, bytes)).status];
    expect(statuses).toEqual([201, 200]);
  });

  it('[bad.protocol] two purchases in one packet are answered in order', async () => {
    const [one, two] = [order(), order()].map((body) => JSON.stringify(body));
    const packet = rawPost(api, one ?? '', { Connection: 'keep-alive' }) + rawPost(api, two ?? '');
    const { received } = await exchange(api, (socket) => socket.write(packet));
    const references = readAnswers(received).map(({ text }) => JSON.parse(text).reference);
    expect(references).toEqual([one, two].map((body) => JSON.parse(body ?? '').reference));
  });

  it('[bad.protocol] hundreds in one packet are answered in order up to a limit, then comes one 429 and the connection closes', async () => {
    const ask = `${GET}Host: x\r\nAuthorization: Bearer ${api.client.key}\r\nConnection: keep-alive\r\n\r\n`;
    const { received } = await exchange(api, (socket) => socket.write(ask.repeat(500)));
    const answers = readAnswers(received);
    const refused = answers.at(-1);
    const served = answers.slice(0, -1);
    // A burst that arrives in several packets may be answered in part before the rest is read.
    expect(served.length).toBeGreaterThanOrEqual(64);
    expect(served.length).toBeLessThan(500);
    expect(served.every(({ status }) => status === 200)).toBe(true);
    expect(refused && refusalOf(refused)).toEqual({ status: 429, code: 'rate_limited', retryable: true });
    const named = ['connection', 'retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];
    expect(named.map((name) => refused?.headers.get(name))).toEqual(['close', '1', '64', '0', '1']);
  });

  it('[races.dropped] a body that breaks off is rejected and buys nothing', async () => {
    const bytes = rawPost(api, JSON.stringify(order({ reference: 'broken-off' })), {
      'Content-Length': '500',
    });
    const { received } = await exchange(api, (socket) => socket.end(bytes));
    const [answer] = readAnswers(received);
    if (answer === undefined) throw new Error('no answer');
    expect(refusalOf(answer)).toEqual({ ...INVALID, status: 400 });
    expect((await call(api, '/v1/purchases?reference=broken-off')).text).toContain('"data":[]');
  });

  it.each(['keep-alive', 'close'])(
    '[bad.framing] behind a purchase do not take the place of its answer, with Connection: %s',
    async (connection) => {
      for (let round = 0; round < 5; round++) {
        const bytes = `${rawPost(api, JSON.stringify(order()), { Connection: connection })}GARBAGE\r\n\r\n`;
        const { received } = await exchange(api, (socket) => socket.write(bytes));
        expect(readAnswers(received).map(({ status }) => status)).toEqual([201]);
      }
    },
  );

  it('behind two purchases in one packet leave both answers whole', async () => {
    const purchase = () => rawPost(api, JSON.stringify(order()), { Connection: 'keep-alive' });
    const bytes = `${purchase()}${purchase()}GARBAGE\r\n\r\n`;
    const { received } = await exchange(api, (socket) => socket.write(bytes));
    expect(readAnswers(received).map(({ status }) => status)).toEqual([201, 201]);
  });

  it('behind an unreadable body leave its answer to be read', async () => {
    const body = JSON.stringify(order({ metadata: { name: 'éééé' } }));
    const bytes = rawPost(api, body, { 'Content-Length': String(body.length), Connection: 'keep-alive' });
    const { received } = await exchange(api, (socket) => socket.write(bytes));
    expect(readAnswers(received).map(refusalOf)).toEqual([{ ...INVALID, status: 400 }]);
  });
});
