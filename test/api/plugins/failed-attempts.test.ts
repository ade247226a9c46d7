import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFailedAttempts } from '../../../api/plugins/failed-attempts.ts';
import { newApiKey } from '../../../domain/crypto/api-key.ts';
import { type ApiFixture, addClient, addKey, startApi } from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { beginPatiently } from '../../support/database.ts';

describe('attempts that failed', () => {
  function counted() {
    const clock = { now: 0 };
    return { clock, failed: createFailedAttempts({ perSecond: 2, burst: 3 }, () => clock.now) };
  }

  it('are taken to the last, then one comes back after its time', () => {
    const { clock, failed } = counted();
    expect([1, 2, 3].map(() => failed.take('203.0.113.1'))).toEqual([0, 0, 0]);
    expect(failed.take('fe80::1%br-0')).toBe(0);
    expect(failed.take('203.0.113.1')).toBe(500);
    clock.now = 499;
    expect(failed.take('203.0.113.1')).toBeGreaterThan(0);
    clock.now = 500;
    expect(failed.take('203.0.113.1')).toBe(0);
    expect(failed.take('203.0.113.1')).toBe(500);
  });

  it('never add up to more than the burst, however long the address was silent', () => {
    const { clock, failed } = counted();
    failed.take('203.0.113.1');
    clock.now = 1_000_000;
    expect([1, 2, 3, 4].map(() => failed.take('203.0.113.1') === 0)).toEqual([true, true, true, false]);
  });

  it.each([
    ['203.0.113.1', '203.0.113.2', false],
    ['203.0.113.1', '::ffff:203.0.113.1', true],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['nonsense', 'other nonsense', true],
  ])('of %s and %s count together: %s', (one, other, together) => {
    const { failed } = counted();
    for (let i = 0; i < 3; i++) failed.take(one);
    expect(failed.take(other) > 0).toBe(together);
  });
});

describe('an address that sends keys that open nothing', () => {
  const BURST = 5;
  let api: ApiFixture;

  beforeAll(async () => {
    // So slow that none comes back while the test runs.
    api = await startApi({ failedAttempts: { perSecond: 0.000_1, burst: BURST } });
  });

  afterAll(() => api.close());

  it('[owasp.2] is 401 up to its limit, then 429 with Retry-After, early; keys in use pass', async () => {
    // In use before the attack.
    expect((await call(api, '/v1/balance')).status).toBe(200);

    const statuses: number[] = [];
    const wrong = ['nonsense', newApiKey(true), newApiKey(false), '', newApiKey(true)];
    for (const key of wrong) statuses.push((await call(api, '/v1/balance', { key })).status);
    expect(statuses).toEqual(Array.from({ length: BURST }, () => 401));

    for (const key of ['nonsense', newApiKey(true)]) {
      const limited = await call(api, '/v1/purchases', { method: 'POST', body: '{', key });
      expect(refusalOf(limited)).toEqual({ status: 429, code: 'rate_limited', retryable: true });
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(limited.headers.get('ratelimit-limit')).toBe(String(BURST));
      expect(limited.headers.get('ratelimit-remaining')).toBe('0');
      expect(Number(limited.headers.get('ratelimit-reset'))).toBeGreaterThanOrEqual(1);
    }
    for (let i = 0; i < 20; i++) expect((await call(api, '/v1/balance')).status).toBe(200);
  });

  it('is still served with a good key that this process has not seen before', async () => {
    const { key } = await addClient(api.pool);
    const made = Array.from({ length: 40 }, () => call(api, '/v1/balance', { key: newApiKey(true) }));
    expect((await call(api, '/v1/balance', { key })).status).toBe(200);
    expect(new Set((await Promise.all(made)).map(({ status }) => status))).toEqual(new Set([429]));
  });

  it('keeps its attempts with a valid key, even if its first requests arrive together', async () => {
    const other = await startApi({ failedAttempts: { perSecond: 0.000_1, burst: 2 } });
    try {
      const { key } = other.client;
      const holding = await other.pool.connect();
      await beginPatiently(holding);
      await holding.query('LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE');
      const all = Array.from({ length: 20 }, () => call(other, '/v1/balance', { key }));
      await vi.waitFor(async () => expect(await connectionsTo(other)).toBe(all.length), 60_000);
      await holding.query('COMMIT');
      holding.release();
      const statuses = (await Promise.all(all)).map(({ status }) => status);
      expect(statuses).toEqual(statuses.map(() => 200));
    } finally {
      await other.close();
    }
  });

  it('counts every request with an invalid key, even if they arrive together', async () => {
    const other = await startApi({ failedAttempts: { perSecond: 0.000_1, burst: 2 } });
    try {
      const key = newApiKey(true);
      const all = Array.from({ length: 10 }, () => call(other, '/v1/balance', { key }));
      const statuses = (await Promise.all(all)).map(({ status }) => status).toSorted();
      expect(statuses).toEqual([401, 401, ...Array.from({ length: 8 }, () => 429)]);
    } finally {
      await other.close();
    }
  });

  it('loses nothing by keys that open', async () => {
    const other = await startApi({ failedAttempts: { perSecond: 0.000_1, burst: 1 } });
    try {
      for (let i = 0; i < 5; i++) {
        const key = await addKey(other.pool, other.client.accountId);
        expect((await call(other, '/v1/balance', { key })).status).toBe(200);
      }
      expect((await call(other, '/v1/balance', { key: 'nonsense' })).status).toBe(401);
      expect((await call(other, '/v1/balance', { key: 'nonsense' })).status).toBe(429);
    } finally {
      await other.close();
    }
  });
});

function connectionsTo({ app }: ApiFixture): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}
