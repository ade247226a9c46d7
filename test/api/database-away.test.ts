import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ERROR_CASES } from '../../contract/error-cases/error-cases.ts';
import { messageInFrench } from '../../contract/error-cases/french/french.ts';
import { type ApiFixture, addKey, startApi } from '../support/api/fixture.ts';
import { balanceOf, buy, call, list, order } from '../support/api/http.ts';
import { expectBooksInOrder, refusalOf } from '../support/api/refusal.ts';

let api: ApiFixture;

beforeAll(async () => {
  // So long each request waits in vain.
  api = await startApi({ connectSeconds: 2 });
});

afterAll(async () => {
  await expectBooksInOrder(api);
  await api.close();
});

/** Runs a request while all connections of a pool are lent out. */
async function whileBusy<T>(pool: Pool, request: () => Promise<T>): Promise<T> {
  const held = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()));
  try {
    return await request();
  } finally {
    for (const client of held) client.release();
  }
}

it('[purchases.500] the answer to a purchase says that the database is away; it buys nothing, and may be sent again', async () => {
  const body = order();
  const before = await balanceOf(api);
  const answer = await whileBusy(api.pools.lanes, () => buy(api, body));
  expect(refusalOf(answer)).toEqual({ status: 500, code: 'internal_error', retryable: true });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(JSON.parse(answer.text).error.message).toBe(ERROR_CASES.database_away.message);
  expect((await list(api, { reference: body.reference })).data).toEqual([]);
  expect(await balanceOf(api)).toEqual(before);
  expect((await buy(api, body)).status).toBe(201);
});

it('[errors.internal_error] the answer to a read says so in French, for a client that prefers it', async () => {
  // The process does not know this key yet, so it needs a connection.
  const key = await addKey(api.pool, api.client.accountId);
  const headers = { 'accept-language': 'fr' };
  const answer = await whileBusy(api.pools.keys, () => call(api, '/v1/balance', { key, headers }));
  expect(answer.status).toBe(500);
  expect(answer.text).toContain(messageInFrench('database_away', {}));
  expect((await call(api, '/v1/balance', { key })).status).toBe(200);
});
