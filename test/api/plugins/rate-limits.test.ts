import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, addClient, addKey, PRICE, startApi } from '../../support/api/fixture.ts';
import { type Answer, balanceOf, buy, type Call, call, order } from '../../support/api/http.ts';
import { refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.close());

function limitsOf({ headers }: Answer): (number | null)[] {
  return ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map((name) => {
    const value = headers.get(name);
    return value === null ? null : Number(value);
  });
}

/** How many seconds of the clock have started since then. Each has a separate budget. */
function secondsSince(begin: number): number {
  return Math.floor(Date.now() / 1_000) - Math.floor(begin / 1_000) + 1;
}

describe('the three headers', () => {
  it.each<[string, string, Call, number]>([
    ['a balance', '/v1/balance', {}, 200],
    ['an unknown path', '/v1/nothing', {}, 404],
    ['an unknown path with an unreadable body', '/v1/nothing', { method: 'POST', body: '{' }, 404],
    ['a purchase that is not there', '/v1/purchases/pur_1', {}, 404],
    ['a wrong method', '/v1/balance', { method: 'DELETE' }, 405],
    ['an unreadable body', '/v1/purchases', { method: 'POST', body: '{' }, 400],
    ['a body too large', '/v1/purchases', { method: 'POST', body: 'x'.repeat(140_000) }, 413],
    [
      'another type',
      '/v1/purchases',
      { method: 'POST', body: 'x', headers: { 'content-type': 'text/csv' } },
      415,
    ],
    ['a malformed query', '/v1/purchases?limit=0', {}, 400],
    ['a refused purchase', '/v1/purchases', { method: 'POST', body: order({ bundle_id: 'bnd_x' }) }, 422],
    ['an accepted purchase', '/v1/purchases', { method: 'POST', body: order() }, 201],
  ])('[errors.rate_limited] are on the answer to %s', async (_name, path, options, status) => {
    const answer = await call(api, path, options);
    const [limit, remaining, reset] = limitsOf(answer);
    expect([answer.status, limit, reset]).toEqual([status, 100_000, 1]);
    expect(remaining).toBeGreaterThan(90_000);
  });

  it('count down', async () => {
    const { key } = await addClient(api.pool, { rateLimitPerSecond: 50 });
    const threeCalls = async () => {
      // Start with a new second; on a busy machine three calls may take longer than one.
      await sleep(1_010 - (Date.now() % 1_000));
      const remaining: (number | null | undefined)[] = [];
      for (let i = 0; i < 3; i++) remaining.push(limitsOf(await call(api, '/v1/balance', { key }))[1]);
      return remaining;
    };
    await expect.poll(threeCalls).toEqual([49, 48, 47]);
  });

  it('are not on the answer to a stranger', async () => {
    expect(limitsOf(await call(api, '/v1/balance', { key: null }))).toEqual([null, null, null]);
  });
});

describe('an account over its rate', () => {
  const LIMIT = 5;

  it('[purchases.429] [errors.rate_limited] gets the time to wait, with any of its keys, and buys nothing', async () => {
    const client = await addClient(api.pool, { balance: 100 * PRICE, rateLimitPerSecond: LIMIT });
    const second = await addKey(api.pool, client.accountId);
    const bodies = Array.from({ length: 20 }, () => order());
    const begin = Date.now();
    const answers = await Promise.all(
      bodies.map((body, index) => buy(api, body, { key: index % 2 === 0 ? client.key : second })),
    );
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThanOrEqual(20 - secondsSince(begin) * LIMIT);
    expect(limited).not.toEqual([]);
    for (const answer of limited) {
      expect(refusalOf(answer)).toEqual({ status: 429, code: 'rate_limited', retryable: true });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(limitsOf(answer)).toEqual([LIMIT, 0, 1]);
    }
    await sleep(1_010);
    const accepted = answers.filter(({ status }) => status === 201).length;
    expect(await balanceOf(api, { key: client.key })).toEqual([(100 - accepted) * PRICE, accepted * PRICE]);

    const refused = bodies.find((_body, index) => answers[index]?.status === 429);
    expect((await buy(api, refused, { key: client.key })).status).toBe(201);
  });

  it('is rejected before its body is read, and other accounts are not affected', async () => {
    const client = await addClient(api.pool, { rateLimitPerSecond: 1 });
    const begin = Date.now();
    const answers = await Promise.all(Array.from({ length: 12 }, () => buy(api, '{', { key: client.key })));
    const limited = answers.filter(({ status }) => status === 429).length;
    expect(limited).toBeGreaterThanOrEqual(12 - secondsSince(begin));
    expect(limited).toBeGreaterThan(0);
    expect((await call(api, '/v1/balance')).status).toBe(200);
  });
});
