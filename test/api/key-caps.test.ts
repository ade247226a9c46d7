import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiKeyWithSecret } from '../../contract/api-key.ts';
import {
  type ApiFixture,
  addClient,
  addKey,
  type Client,
  MTN_LARGE_BUNDLE,
  PRICE,
  settle,
  startApi,
} from '../support/api/fixture.ts';
import { balanceOf, buy, call, order, purchaseOf } from '../support/api/http.ts';
import { expectBooksInOrder, invalid, refusalOf } from '../support/api/refusal.ts';

const naira = (amount: number) => ({ amount, currency: 'NGN' });

let api: ApiFixture;
let own: Client;

beforeAll(async () => {
  api = await startApi();
  own = await addClient(api.pool, { balance: 10_000_000 });
});
afterAll(() => api.close());

async function cappedKey(spend_caps: object, scopes: readonly string[] = ['all']) {
  const body = { name: 'Capped', scopes, spend_caps };
  const answer = await call(api, '/v1/api-keys', { method: 'POST', key: own.key, body });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return ApiKeyWithSecret.parse(JSON.parse(answer.text));
}

function patch(id: string, body: object, key = own.key) {
  return call(api, `/v1/api-keys/${id}`, { method: 'PATCH', key, body });
}

/** What keys with this cap bought so far, they bought a day earlier. */
async function moveToYesterday(cap: number): Promise<void> {
  await api.pool.query({
    text: `
      WITH moved AS (
        UPDATE key_caps SET counted_on = counted_on - 1 WHERE day_cap = $1 RETURNING key_id
      )
      UPDATE purchases SET created_at = created_at - interval '1 day' WHERE key_id IN (SELECT key_id FROM moved)`,
    values: [cap],
  });
}

async function spentToday(id: string): Promise<number> {
  const { text } = await call(api, `/v1/api-keys/${id}`, { key: own.key });
  return z.object({ spent_today: z.object({ amount: z.int() }) }).parse(JSON.parse(text)).spent_today.amount;
}

const buyWith = (key: string, body: object = order()) => buy(api, body, { key });

describe('a key with a cap per day', () => {
  it('[keys.caps] buys up to the cap, then is refused with 402, and what failed can be spent again', async () => {
    const { id, key } = await cappedKey({ per_day: naira(2 * PRICE + PRICE - 1) });
    const [first, second] = [await buyWith(key), await buyWith(key)];
    expect([first.status, second.status]).toEqual([201, 201]);
    const before = await balanceOf(api, { key: own.key });
    const refused = order();
    expect(refusalOf(await buyWith(key, refused))).toEqual({
      status: 402,
      code: 'spend_cap_exceeded',
      retryable: false,
      details: {
        scope: 'day',
        cap: naira(2 * PRICE + PRICE - 1),
        spent: naira(2 * PRICE),
        resets_at: expect.stringMatching(/T00:00:00\.000Z$/),
      },
    });
    expect(await balanceOf(api, { key: own.key })).toEqual(before);
    expect((await buyWith(own.key)).status).toBe(201);

    const report = { kind: 'refused', code: 'number_barred' } as const;
    await settle({ ...api, client: own }, purchaseOf(first).id, report);
    expect(await spentToday(id)).toBe(PRICE);
    expect((await buyWith(key, refused)).status).toBe(201);
    expect(await spentToday(id)).toBe(2 * PRICE);
  });

  it('replays a purchase that it made before, also at its cap', async () => {
    const { key } = await cappedKey({ per_day: naira(PRICE) });
    const body = order();
    expect([(await buyWith(key, body)).status, (await buyWith(key, body)).status]).toEqual([201, 200]);
  });

  it('counts again from when the cap was set, with what it bought today before', async () => {
    const { id, key } = await cappedKey({});
    await buyWith(key);
    await buyWith(key);
    await patch(id, { spend_caps: { per_day: naira(2 * PRICE) } });
    expect(await spentToday(id)).toBe(2 * PRICE);
    expect((await buyWith(key)).status).toBe(402);
    await patch(id, { spend_caps: { per_day: null } });
    expect((await buyWith(key)).status).toBe(201);
  });

  it('counts from zero on the next day', async () => {
    const { id, key } = await cappedKey({ per_day: naira(PRICE) });
    expect([(await buyWith(key)).status, (await buyWith(key)).status]).toEqual([201, 402]);
    await moveToYesterday(PRICE);
    expect(await spentToday(id)).toBe(0);
    expect([(await buyWith(key)).status, (await buyWith(key)).status]).toEqual([201, 402]);
  });

  it('has the same cap after its rotation, for both keys together', async () => {
    const { id, key } = await cappedKey({ per_day: naira(2 * PRICE) });
    expect((await buyWith(key)).status).toBe(201);
    const rotated = await call(api, `/v1/api-keys/${id}/rotate`, { method: 'POST', key: own.key, body: {} });
    const next = ApiKeyWithSecret.parse(JSON.parse(rotated.text));
    expect([(await buyWith(next.key)).status, (await buyWith(key)).status]).toEqual([201, 402]);
  });
});

describe('a key with a cap per purchase', () => {
  it('[keys.caps] refuses what costs more with 402, and buys what does not', async () => {
    const dear = await addClient(api.pool, { balance: 100 * PRICE });
    const accountKey = dear.key;
    await api.pool.query(`UPDATE account_bundles SET price = $1 WHERE bundle_id = $2`, [
      5 * PRICE,
      MTN_LARGE_BUNDLE,
    ]);
    const body = { name: 'Small', scopes: ['purchases:create'], spend_caps: { per_purchase: naira(PRICE) } };
    const made = await call(api, '/v1/api-keys', { method: 'POST', key: accountKey, body });
    const { key } = ApiKeyWithSecret.parse(JSON.parse(made.text));
    const answer = await buyWith(key, order({ bundle_id: MTN_LARGE_BUNDLE }));
    expect(refusalOf(answer)).toEqual({
      status: 402,
      code: 'spend_cap_exceeded',
      retryable: false,
      details: { scope: 'purchase', cap: naira(PRICE), spent: null, resets_at: null },
    });
    expect((await buyWith(key)).status).toBe(201);
  });
});

describe('a key with a cap', () => {
  const denied = { status: 403, code: 'permission_denied', retryable: false };

  it('[keys.grants] cannot raise or remove its cap, nor make a key that spends beside it; it can lower the cap', async () => {
    const { id, key } = await cappedKey({ per_day: naira(5 * PRICE) });
    for (const spend_caps of [{ per_day: null }, { per_day: naira(5 * PRICE + 1) }])
      expect(refusalOf(await patch(id, { spend_caps }, key))).toEqual(denied);
    const second = { name: 'Second', scopes: ['purchases:create'], spend_caps: { per_day: naira(PRICE) } };
    expect(refusalOf(await call(api, '/v1/api-keys', { method: 'POST', key, body: second }))).toEqual(denied);
    const other = await cappedKey({ per_day: naira(PRICE) });
    const rotate = await call(api, `/v1/api-keys/${other.id}/rotate`, { method: 'POST', key, body: {} });
    expect(refusalOf(rotate)).toEqual(denied);

    expect((await patch(id, { spend_caps: { per_day: naira(PRICE) } }, key)).status).toBe(200);
    expect([(await buyWith(key)).status, (await buyWith(key)).status]).toEqual([201, 402]);
    const reading = { name: 'Reads', scopes: ['balance:read'] };
    expect((await call(api, '/v1/api-keys', { method: 'POST', key, body: reading })).status).toBe(201);
  });

  it.each([
    [{ per_day: naira(0) }, 'spend_caps'],
    [{ per_day: { amount: 5, currency: 'USD' } }, 'spend_caps'],
    [{ per_day: 5 }, 'spend_caps'],
    [{ per_week: null }, 'per_week'],
  ])('cannot have %j', async (spend_caps, param) => {
    const body = { name: 'Wrong', scopes: ['all'], spend_caps };
    const answer = await call(api, '/v1/api-keys', { method: 'POST', key: own.key, body });
    expect(refusalOf(answer)).toEqual(invalid(param));
  });
});

describe('any order of purchases, failures and changes of caps', () => {
  it('[keys.caps] never lifts what a key spent above its cap, and counts exactly what is pending or successful', async () => {
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('buy' as const),
          by: fc.nat(1),
          count: fc.integer({ min: 1, max: 6 }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail' as const), by: fc.nat(1) }) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('cap' as const),
          by: fc.nat(1),
          price: fc.integer({ min: 1, max: 8 }),
        }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const keys = [
          await cappedKey({ per_day: naira(3 * PRICE) }),
          await cappedKey({ per_day: naira(5 * PRICE) }),
        ];
        const state = keys.map((key, at) => ({ key, cap: at === 0 ? 3 : 5, open: [] as string[] }));
        for (const one of steps) {
          const of = state[one.by];
          if (of === undefined) throw new Error('no such key');
          if (one.kind === 'buy') {
            const answers = await Promise.all(Array.from({ length: one.count }, () => buyWith(of.key.key)));
            const room = Math.max(0, of.cap - of.open.length);
            const accepted = answers.filter(({ status }) => status === 201);
            expect(accepted.length).toBe(Math.min(room, one.count));
            expect(answers.filter(({ status }) => status === 402).length).toBe(one.count - accepted.length);
            of.open.push(...accepted.map((answer) => purchaseOf(answer).id));
          } else if (one.kind === 'fail') {
            const id = of.open.pop();
            if (id !== undefined)
              await settle({ ...api, client: own }, id, { kind: 'refused', code: 'number_barred' });
          } else {
            of.cap = one.price;
            await patch(of.key.id, { spend_caps: { per_day: naira(one.price * PRICE) } });
          }
          expect(await spentToday(of.key.id)).toBe(of.open.length * PRICE);
        }
        // A day has 100 keys at most.
        for (const { key } of state)
          await call(api, `/v1/api-keys/${key.id}/revoke`, { method: 'POST', key: own.key });
      }),
      { numRuns: 12 },
    );
    await expectBooksInOrder(api);
  });
});

describe('a key without a cap', () => {
  it('costs its purchases no look-up of caps', async () => {
    const plain = await addClient(api.pool, { balance: PRICE });
    const key = await addKey(api.pool, plain.accountId);
    expect((await buyWith(key)).status).toBe(201);
    const { rows } = await api.pool.query(
      `SELECT count(*)::int AS rules FROM account_rules WHERE account_id = (SELECT account_id FROM purchases ORDER BY id DESC LIMIT 1)`,
    );
    expect(rows).toEqual([{ rules: 0 }]);
  });
});
