import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidOf } from '../../../../domain/ids.ts';
import { type ApiFixture, addClient, type Client, PRICE, startApi } from '../../../support/api/fixture.ts';
import { bought, buy, call, order } from '../../../support/api/http.ts';
import { expectBooksInOrder, invalid, refusalOf } from '../../../support/api/refusal.ts';

const LIMITS = '/v1/settings/spending-limits';

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const send = (method: string, path: string, { key }: Client, body?: unknown) =>
  call(api, path, { method, key, ...(body === undefined ? {} : { body }) });

const refusedOrder = async ({ key }: Client, body: object) => refusalOf(await buy(api, body, { key }));

const actionsOf = async ({ accountId }: Client) => {
  const { rows } = await api.pool.query<{ kind: string; action: string; details: unknown }>(
    'SELECT principal_kind AS kind, action, after AS details FROM audit_log WHERE account_id = $1 ORDER BY seq',
    [uuidOf('acc', accountId)],
  );
  return rows.filter(({ kind }) => kind === 'key');
};

describe('spending limits', () => {
  const naira = (amount: number) => ({ amount, currency: 'NGN' });
  const limits = { per_campaign: null, per_day: naira(2 * PRICE), per_month: null };

  it('[rules.limits] hold from the next purchase on, and show what counts against them', async () => {
    const client = await addClient(api.pool, { balance: 10 * PRICE });
    const unset = { object: 'spending_limits', per_campaign: null, per_day: null, per_month: null };
    const nothing = { spent_today: null, spent_this_month: null };
    expect(JSON.parse((await send('GET', LIMITS, client)).text)).toEqual({ ...unset, ...nothing });
    await bought(api, order(), { key: client.key });
    expect(JSON.parse((await send('PUT', LIMITS, client, limits)).text)).toEqual({
      ...unset,
      ...limits,
      spent_today: naira(PRICE),
      spent_this_month: naira(PRICE),
    });
    await bought(api, order(), { key: client.key });
    expect(await refusedOrder(client, order())).toMatchObject({
      status: 422,
      code: 'spending_limit',
      retryable: false,
      details: { scope: 'day', limit: naira(2 * PRICE), spent: naira(2 * PRICE) },
    });
    expect((await actionsOf(client)).map(({ action }) => action)).toEqual(['spending_limits_set']);
    await expectBooksInOrder(api);
  });

  it('[rules.400] are refused with their field where they are no amount in the account currency', async () => {
    const client = await addClient(api.pool);
    for (const wrong of [
      0,
      7,
      naira(0),
      naira(1.5),
      naira(2 ** 53),
      { amount: 1, currency: 'USD' },
      undefined,
    ])
      for (const field of ['per_campaign', 'per_day', 'per_month']) {
        const answer = await send('PUT', LIMITS, client, { ...limits, [field]: wrong });
        expect([wrong, refusalOf(answer)]).toEqual([wrong, invalid(field)]);
      }
  });
});

describe('notices', () => {
  const path = '/v1/settings/notices';
  const none = { ready: [], completed: [], paused: [], needs_money: [] };

  it('[notices.settings] are sent to the addresses that a client sets, each list on its own', async () => {
    const client = await addClient(api.pool);
    expect(JSON.parse((await send('GET', path, client)).text)).toEqual({ object: 'notices', ...none });
    const wanted = { ...none, paused: ['b@example.com', 'a@example.com', 'a@example.com'] };
    const answer = await send('PUT', path, client, wanted);
    expect(JSON.parse(answer.text)).toEqual({
      object: 'notices',
      ...none,
      paused: ['a@example.com', 'b@example.com'],
    });
    expect((await actionsOf(client)).map(({ action }) => action)).toEqual(['notices_set']);
    expect(JSON.stringify(await actionsOf(client)) + api.logged()).not.toContain('a@example.com');
  });

  it('[rules.400] refuses more than 10 addresses, and what is no address', async () => {
    const client = await addClient(api.pool);
    const many = Array.from({ length: 11 }, (_, n) => `a${n}@example.com`);
    for (const paused of [many, 'a@example.com', ['nowhere'], [7], undefined]) {
      const answer = await send('PUT', path, client, { ...none, paused });
      expect([paused, refusalOf(answer)]).toEqual([paused, invalid('paused')]);
    }
  });
});
