import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { addressOf, type Operation, operationsOf } from '../../support/api/operations.ts';
import { type Owned, ownThings } from '../../support/api/owned.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { callVerbatim } from '../../support/api/verbatim.ts';

let api: ApiFixture;
let operations: Operation[];
let owned: Owned;

beforeAll(async () => {
  api = await startApi({ failedAttempts: { perSecond: 10_000, burst: 10_000 } });
  operations = operationsOf(api);
  owned = await ownThings(api);
});
afterAll(() => api.close());

const plain = (operation: Operation) => addressOf(operation, { ...owned, line: '2', date: '2026-01-01' });

/** Other spellings of an address, which proxies and routers may read in different ways. */
const SPELLINGS: readonly [string, (path: string) => string][] = [
  ['two slashes at the start', (path) => `/${path}`],
  ['two slashes inside', (path) => path.replace('/v1/', '/v1//')],
  ['a semicolon after two dots', (path) => path.replace('/v1/', '/docs/..;/v1/')],
  ['encoded dots', (path) => path.replace('/v1/', '/docs/%2e%2e/v1/')],
  ['dots', (path) => path.replace('/v1/', '/docs/../v1/')],
  ['a dot', (path) => path.replace('/v1/', '/./v1/')],
  ['a slash at the end', (path) => `${path}/`],
  ['an encoded slash', (path) => path.replace('/v1/', '/v1%2f')],
  ['a backslash', (path) => path.replace('/v1/', '/v1\\')],
  ['capital letters', (path) => path.toUpperCase()],
  ['a semicolon at the end', (path) => `${path};a=b`],
  ['an encoded NUL at the end', (path) => `${path}%00`],
  ['an encoded letter', (path) => path.replace('/v1/', '/%76%31/')],
];

describe('every operation, under another spelling of its address', () => {
  it.each(SPELLINGS)('opens nothing without a key: %s', async (_how, spell) => {
    for (const operation of operations) {
      const answer = await callVerbatim(api, spell(plain(operation)), { method: operation.method });
      const { status } = refusalOf(answer);
      expect([operation.id, status, [401, 404, 405].includes(status)]).toEqual([operation.id, status, true]);
    }
  });

  it.each(SPELLINGS.filter(([how]) => !how.endsWith('at the end')))(
    'is the same operation with a key, or none: %s',
    async (how, spell) => {
      const headers = { authorization: `Bearer ${api.client.key}` };
      for (const operation of operations.filter(({ method }) => method === 'GET')) {
        const { status } = await callVerbatim(api, spell(plain(operation)), { headers });
        const allowed = how === 'an encoded letter' ? [200, 403, 404] : [404];
        expect([operation.id, status, allowed.includes(status)]).toEqual([operation.id, status, true]);
      }
    },
  );
});

it.each(['x-http-method-override', 'x-method-override', 'x-http-method'])(
  'no operation that changes something is done by a GET with %s',
  async (name) => {
    const before = await everything();
    const authorization = `Bearer ${api.client.key}`;
    for (const operation of operations.filter(({ method }) => method !== 'GET')) {
      const asRead = await callVerbatim(api, plain(operation), { headers: { authorization } });
      const overridden = await callVerbatim(api, plain(operation), {
        headers: { authorization, [name]: operation.method },
      });
      expect([operation.id, overridden.status]).toEqual([operation.id, asRead.status]);
    }
    expect(await everything()).toEqual(before);
  },
);

it.each([
  '/.git/config',
  '/.env',
  '/.DS_Store',
  '/assets/.DS_Store',
  '/assets/%2e%2e/index.html',
  '/assets/..%2findex.html',
  '/sign-in/../app.ts',
  '/node_modules/',
])('serves no folder and no hidden file: %s', async (path) => {
  const answer = await callVerbatim(api, path);
  expect(refusalOf(answer).status).toBe(404);
});

/** What a request could have changed. */
async function everything(): Promise<unknown> {
  const { rows } = await api.pool.query(`
    SELECT (SELECT json_agg(b.status ORDER BY b.id) FROM batches b) AS batches,
           (SELECT json_agg(k.revoked_at ORDER BY k.id) FROM api_keys k) AS keys,
           (SELECT count(*) FROM webhook_endpoints) AS endpoints,
           (SELECT count(*) FROM purchases) AS purchases,
           (SELECT count(*) FROM outbox) AS outbox`);
  return rows;
}
