import { afterAll, beforeAll, expect, it } from 'vitest';
import { buy, call, order } from './http.ts';
import { knownEverywhere, refusalOf } from './refusal.ts';
import { type ApiSetting, startApi } from './setting.ts';

const WAITING = 5;

let api: ApiSetting;

beforeAll(async () => {
  api = await startApi({ waitingMax: WAITING });
});

afterAll(() => api.close());

it('while PostgreSQL is too busy reads are refused early by 429, and keys and purchases do not fail', async () => {
  const busy = await Promise.all(Array.from({ length: api.pool.options.max }, () => api.pool.connect()));
  // What the API knows of the key must be read again.
  await knownEverywhere();
  const reads = Array.from({ length: WAITING }, () => call(api, '/v1/purchases'));
  await expect.poll(() => api.pool.waitingCount, { timeout: 60_000 }).toBe(WAITING);
  for (const path of ['/v1/purchases', '/v1/balance', '/v1/events']) {
    const refused = await call(api, path);
    expect(refusalOf(refused)).toEqual({ status: 429, code: 'rate_limited', retryable: true });
    expect(refused.headers.get('retry-after')).toBe('1');
  }
  const purchase = buy(api, order());

  for (const client of busy) client.release();
  for (const { status } of await Promise.all(reads)) expect(status).toBe(200);
  expect((await purchase).status).toBe(201);
  expect((await call(api, '/v1/balance')).status).toBe(200);
});
