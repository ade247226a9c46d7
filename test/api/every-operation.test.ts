import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, addClient, startApi } from '../support/api/fixture.ts';
import { type Answer, call, list } from '../support/api/http.ts';
import { addressOf, NOBODY, type Operation, operationsOf } from '../support/api/operations.ts';
import { invalid, refusalOf } from '../support/api/refusal.ts';

let api: ApiFixture;
let operations: Operation[];

beforeAll(async () => {
  // All operations are called without a key.
  api = await startApi({ failedAttempts: { perSecond: 10_000, burst: 10_000 } });
  // A key that may do everything, so that no missing right hides the other answers.
  await api.pool.query(
    `UPDATE api_keys SET scopes = '{all,approvals:decide,approvals:rules,people:read,people:manage,privacy:manage,privacy:export,requests:read}'`,
  );
  operations = operationsOf(api);
});

afterAll(() => api.close());

function withQuery(operation: Operation, query: string): Promise<Answer> {
  return call(api, `${addressOf(operation, NOBODY)}?${query}`, { method: operation.method });
}

/** No stack trace, no word of the inside, no file, no query. */
function expectNothingInternal({ status, text }: Answer): void {
  expect(status).toBeLessThan(500);
  expect(text).not.toMatch(
    /node_modules|\.ts:|\bat [A-Z][a-zA-Z]*\.|SELECT |INSERT |relation |syntax error|pg_/,
  );
}

describe('paging, of every operation that has it', () => {
  const paged = () => operations.filter(({ queryParameters }) => queryParameters.includes('limit'));

  it.each(['0', '101', '-1', '1e2', '010', '1.0', '', ' ', 'all', '0x10', '１', '9'.repeat(400)])(
    '[bad.query] refuses limit=%s by 400 invalid_request, param limit',
    async (limit) => {
      expect(paged().length).toBeGreaterThanOrEqual(6);
      for (const operation of paged()) {
        const answer = await withQuery(operation, `limit=${encodeURIComponent(limit)}`);
        expect([operation.id, refusalOf(answer)]).toEqual([operation.id, invalid('limit')]);
      }
    },
  );

  it('[bad.query] refuses a limit and a cursor that are given twice', async () => {
    for (const operation of paged()) {
      for (const name of ['limit', 'cursor']) {
        const answer = await withQuery(operation, `${name}=5&${name}=5`);
        expect([operation.id, refusalOf(answer)]).toEqual([operation.id, invalid(name)]);
      }
    }
  });

  it.each(['x', 'AAAA', '%00', 'null', '__proto__', 'A'.repeat(600)])(
    'rejects the cursor %s, which the API did not create',
    async (cursor) => {
      for (const operation of paged().filter(({ pathParameters }) => pathParameters.length === 0)) {
        const answer = await withQuery(operation, `cursor=${cursor}`);
        expect([operation.id, refusalOf(answer)]).toEqual([operation.id, invalid('cursor')]);
      }
    },
  );
});

describe('every operation', () => {
  it.each(['x', 'Limit', '__proto__', 'constructor', 'limit[]', 'account_id', 'api_key'])(
    'refuses the unknown query parameter %s by its name',
    async (name) => {
      for (const operation of operations.filter(({ takesJson }) => !takesJson)) {
        // Where columns of any name may be mapped, this one name is dropped unread.
        if (operation.id === 'createBatch' && name === '__proto__') continue;
        // The only required parameter; without it, its absence is reported first.
        const needed = operation.id === 'createBatch' ? 'reference=a&' : '';
        const answer = await withQuery(operation, `${needed}${name}=1`);
        expect([operation.id, refusalOf(answer)]).toEqual([operation.id, invalid(name)]);
      }
    },
  );

  it('[bad.query] answers broken percent signs, long queries and odd characters without a 5xx', async () => {
    const odd = [
      '%',
      '%zz=%zz',
      '%ff=%ff',
      'a'.repeat(8_000),
      '&&&===',
      'limit=%00',
      '🙂=🙂',
      '[]=1',
      '?'.repeat(99),
    ];
    for (const operation of operations) {
      for (const query of odd) {
        const answer = await withQuery(operation, query);
        expect([operation.id, query.slice(0, 20), Math.floor(answer.status / 100)]).toEqual([
          operation.id,
          query.slice(0, 20),
          4,
        ]);
        expectNothingInternal(answer);
        expect(Buffer.byteLength(answer.text)).toBeLessThan(1_024);
      }
    }
  });

  it('[auth.1] is 401 invalid_api_key without a key, even if more is wrong', async () => {
    for (const operation of operations) {
      const path = `${addressOf(operation, NOBODY)}?nonsense=1`;
      const answer = await call(api, path, { method: operation.method, key: null });
      expect([operation.id, refusalOf(answer)]).toEqual([
        operation.id,
        { status: 401, code: 'invalid_api_key', retryable: false },
      ]);
    }
  });

  it('[owasp.4] is 429 rate_limited over the rate, with Retry-After and the three headers', async () => {
    for (const operation of operations) {
      const { key } = await addClient(api.pool, { rateLimitPerSecond: 1 });
      const path = addressOf(operation, NOBODY);
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => call(api, path, { method: operation.method, key })),
      );
      const limited = answers.find(({ status }) => status === 429);
      if (limited === undefined) throw new Error(`${operation.id} was not limited`);
      expect(refusalOf(limited)).toEqual({ status: 429, code: 'rate_limited', retryable: true });
      for (const name of ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'])
        expect([operation.id, name, limited.headers.get(name)]).toEqual([
          operation.id,
          name,
          expect.stringMatching(/^\d+$/),
        ]);
    }
  });

  it('[bad.protocol] answers other methods by 405 with Allow, or 404, and never does anything', async () => {
    for (const operation of operations) {
      const offered = operations.flatMap(({ path, method }) => (path === operation.path ? [method] : []));
      for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        if (offered.includes(method)) continue;
        const answer = await call(api, addressOf(operation, NOBODY), { method });
        expect([operation.id, method, answer.status]).toEqual([operation.id, method, 405]);
        expect(answer.headers.get('allow')).toContain(operation.method);
        expectNothingInternal(answer);
      }
    }
  });
});

describe('every operation without a body', () => {
  it.each([
    ['no bytes', ''],
    ['an empty object', '{}'],
  ])('answers JSON with %s as a request without a body', async (_name, body) => {
    const without = operations.filter(({ takesBody, method }) => !takesBody && method !== 'GET');
    expect(without.length).toBeGreaterThan(15);
    const headers = { 'content-type': 'application/json' };
    for (const operation of without) {
      const { id, method } = operation;
      const path = addressOf(operation, NOBODY);
      const expected = refusalOf(await call(api, path, { method }));
      expect([id, refusalOf(await call(api, path, { method, body, headers }))]).toEqual([id, expected]);
    }
  });
});

const DEEP = 30_000;

describe('every operation that takes JSON', () => {
  const bodies: [string, string | Uint8Array][] = [
    ['nothing', ''],
    ['null', 'null'],
    ['an array', '[]'],
    ['a number', '1e400'],
    ['cut off', '{"phone_number":'],
    ['a NUL', '{"phone_number":"\0"}'],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}'],
    ['UTF-16', Buffer.from('{"phone_number":"+2348031234567"}', 'utf16le')],
    ['no UTF-8', Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d])],
    [`arrays ${DEEP.toLocaleString('en')} deep`, '['.repeat(DEEP) + ']'.repeat(DEEP)],
  ];

  it.each(bodies)('[bad.json] refuses %s by 400 invalid_request', async (_name, body) => {
    const taking = operations.filter(({ takesJson }) => takesJson);
    expect(taking.length).toBeGreaterThanOrEqual(2);
    for (const operation of taking) {
      // A body that may be left out may also be empty or null.
      if (!operation.needsBody && ['', 'null'].includes(String(body))) continue;
      const answer = await call(api, addressOf(operation, NOBODY), { method: operation.method, body });
      expect([operation.id, refusalOf(answer)]).toEqual([operation.id, invalid()]);
      expectNothingInternal(answer);
    }
  });

  it('refuses a lone surrogate by the name of its field', async () => {
    const answer = await call(api, '/v1/number-lookups', {
      method: 'POST',
      body: '{"phone_number":"\\ud800"}',
    });
    expect(refusalOf(answer)).toMatchObject({ status: 400, code: 'invalid_phone_number' });
  });

  it('[bad.large] refuses a depth of 300,000 and all else over its limit by 413, early: before it has come', async () => {
    for (const operation of operations.filter(({ takesJson }) => takesJson)) {
      const body = '['.repeat(300_000) + ']'.repeat(300_000);
      const answer = await call(api, addressOf(operation, NOBODY), { method: operation.method, body });
      expect([operation.id, refusalOf(answer)]).toEqual([operation.id, { ...invalid(), status: 413 }]);
    }
  });

  it.each([
    'text/plain',
    'application/xml',
    'application/json; charset=utf-7',
    'multipart/form-data; boundary=x',
  ])('refuses %s by 415', async (type) => {
    for (const operation of operations.filter(({ takesJson }) => takesJson)) {
      const headers = { 'content-type': type };
      const answer = await call(api, addressOf(operation, NOBODY), {
        method: operation.method,
        body: '{}',
        headers,
      });
      expect([operation.id, answer.status]).toEqual([operation.id, 415]);
    }
  });

  it('has bought nothing by all of this', async () => {
    expect((await list(api)).data).toEqual([]);
  });
});
