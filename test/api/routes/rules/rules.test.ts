import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AllowedBundles,
  Blocklist,
  BlocklistLookup,
  ChangedBlocklist,
} from '../../../../contract/rules/rules.ts';
import { uuidOf } from '../../../../domain/ids.ts';
import {
  type ApiFixture,
  addClient,
  type Client,
  GLO_BUNDLE,
  MTN_BUNDLE,
  MTN_LARGE_BUNDLE,
  PRICE,
  startApi,
} from '../../../support/api/fixture.ts';
import { bought, buy, call, order } from '../../../support/api/http.ts';
import { expectBooksInOrder, invalid, refusalOf } from '../../../support/api/refusal.ts';

const BUNDLES = '/v1/settings/allowed-bundles';
const BLOCKLIST = '/v1/settings/blocklist';
const NUMBERS = `${BLOCKLIST}/numbers`;

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const send = (method: string, path: string, { key }: Client, body?: unknown) =>
  call(api, path, { method, key, ...(body === undefined ? {} : { body }) });

const allow = (client: Client, bundle_ids: unknown) => send('PUT', BUNDLES, client, { bundle_ids });
const change = async (method: 'PUT' | 'DELETE', client: Client, phone_numbers: readonly string[]) =>
  ChangedBlocklist.strict().parse(JSON.parse((await send(method, NUMBERS, client, { phone_numbers })).text));
const isBlocked = async (client: Client, phone_number: string) =>
  BlocklistLookup.strict().parse(
    JSON.parse((await send('POST', `${BLOCKLIST}/lookups`, client, { phone_number })).text),
  );
const refusedOrder = async ({ key }: Client, body: object) => refusalOf(await buy(api, body, { key }));

const actionsOf = async ({ accountId }: Client) => {
  const { rows } = await api.pool.query<{ kind: string; action: string; details: unknown }>(
    'SELECT principal_kind AS kind, action, after AS details FROM audit_log WHERE account_id = $1 ORDER BY seq',
    [uuidOf('acc', accountId)],
  );
  return rows.filter(({ kind }) => kind === 'key');
};

describe('allowed bundles', () => {
  it('[rules.bundles] are the only ones that single purchases buy, from the next request on', async () => {
    const client = await addClient(api.pool, { balance: 10 * PRICE });
    const none = { object: 'allowed_bundles', bundle_ids: null };
    expect(AllowedBundles.strict().parse(JSON.parse((await send('GET', BUNDLES, client)).text))).toEqual(
      none,
    );

    const answer = await allow(client, [MTN_BUNDLE, GLO_BUNDLE, MTN_BUNDLE]);
    const bundle_ids = [GLO_BUNDLE, MTN_BUNDLE].sort();
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { ...none, bundle_ids }]);
    await bought(api, order(), { key: client.key });
    const large = order({ bundle_id: MTN_LARGE_BUNDLE });
    expect(await refusedOrder(client, large)).toEqual({
      status: 422,
      code: 'bundle_not_allowed',
      param: 'bundle_id',
      retryable: false,
    });
    expect((await refusedOrder(client, order({ bundle_id: 'bnd_none' }))).code).toBe('bundle_unavailable');

    await allow(client, null);
    await bought(api, large, { key: client.key });
    expect((await actionsOf(client)).map(({ action }) => action)).toEqual([
      'allowed_bundles_set',
      'allowed_bundles_set',
    ]);
    await expectBooksInOrder(api);
  });

  it('[rules.bundles] do not stop a repeated request for what was bought before', async () => {
    const client = await addClient(api.pool, { balance: PRICE });
    const large = order({ bundle_id: MTN_LARGE_BUNDLE });
    const { id } = await bought(api, large, { key: client.key });
    await allow(client, [MTN_BUNDLE]);
    const replay = await buy(api, large, { key: client.key });
    expect([replay.status, JSON.parse(replay.text).id]).toEqual([200, id]);
  });

  it('[rules.400] are refused where they are not sold to the account, or no list', async () => {
    const client = await addClient(api.pool);
    expect(refusalOf(await allow(client, [MTN_BUNDLE, 'bnd_other']))).toEqual({
      status: 422,
      code: 'bundle_unavailable',
      param: 'bundle_ids',
      retryable: false,
      details: { bundle_ids: ['bnd_other'] },
    });
    const many = Array.from({ length: 1_001 }, (_, n) => `bnd_${n}`);
    for (const list of [[], [''], [7], 'bnd', many, ['x'.repeat(65)]])
      expect([list, refusalOf(await allow(client, list))]).toEqual([list, invalid('bundle_ids')]);
    expect(JSON.parse((await send('GET', BUNDLES, client)).text).bundle_ids).toBeNull();
  });
});

describe('the blocklist', () => {
  it('[rules.blocklist] stops purchases for its numbers and for no other, until they are removed', async () => {
    const client = await addClient(api.pool, { balance: 10 * PRICE });
    const other = await addClient(api.pool, { balance: PRICE });
    const [blocked, free] = [order(), order()];
    const changed = await change('PUT', client, [
      blocked.phone_number,
      blocked.phone_number,
      '+2348059999999',
    ]);
    expect(changed).toMatchObject({ count: 2, changed: 2 });
    expect(await change('PUT', client, [blocked.phone_number])).toMatchObject({ count: 2, changed: 0 });

    expect(await refusedOrder(client, blocked)).toEqual({
      status: 422,
      code: 'number_blocked',
      param: 'phone_number',
      retryable: false,
    });
    await bought(api, free, { key: client.key });
    await bought(api, blocked, { key: other.key });
    expect(await isBlocked(client, blocked.phone_number)).toMatchObject({
      blocked: true,
      added_at: changed.first_added_at,
    });
    expect(await isBlocked(client, free.phone_number)).toMatchObject({ blocked: false, added_at: null });
    expect(await isBlocked(other, blocked.phone_number)).toMatchObject({ blocked: false });

    expect(await change('DELETE', client, [blocked.phone_number])).toMatchObject({ count: 1, changed: 1 });
    await bought(api, blocked, { key: client.key });
    await expectBooksInOrder(api);
  });

  it('[rules.blocklist] keeps no number in clear, in its table, in the record or in the log', async () => {
    const client = await addClient(api.pool);
    const number = '+2348037654321';
    await change('PUT', client, [number]);
    const { rows } = await api.pool.query<{ text: string }>(
      `SELECT row_to_json(b)::text || encode(b.number_hash, 'escape') AS text
         FROM blocked_numbers b WHERE account_id = $1`,
      [uuidOf('acc', client.accountId)],
    );
    expect(rows).toHaveLength(1);
    const kept = JSON.stringify([rows, await actionsOf(client)]) + api.logged();
    expect(kept).not.toContain(number.slice(1));
    expect(await actionsOf(client)).toEqual([
      { kind: 'key', action: 'blocklist_block', details: { numbers: 1 } },
    ]);
  });

  it('[rules.blocklist] takes 10,000 numbers in one request, and not one more', async () => {
    const client = await addClient(api.pool);
    const numbers = Array.from({ length: 10_001 }, (_, n) => `+234803${String(1_000_000 + n)}`);
    expect(refusalOf(await send('PUT', NUMBERS, client, { phone_numbers: numbers }))).toEqual(
      invalid('phone_numbers'),
    );
    expect(await change('PUT', client, numbers.slice(1))).toMatchObject({ count: 10_000, changed: 10_000 });
    expect(await change('DELETE', client, numbers.slice(1))).toMatchObject({ count: 0, changed: 10_000 });
  });

  it('[rules.400] refuses what is not a list of numbers', async () => {
    const client = await addClient(api.pool);
    for (const method of ['PUT', 'DELETE'])
      for (const phone_numbers of [[], ['0803'], [7], null, '+2348031234567']) {
        const answer = await send(method, NUMBERS, client, { phone_numbers });
        expect([method, phone_numbers, refusalOf(answer)]).toEqual([
          method,
          phone_numbers,
          invalid('phone_numbers'),
        ]);
      }
    const empty = Blocklist.strict().parse(JSON.parse((await send('GET', BLOCKLIST, client)).text));
    expect(empty).toEqual({ object: 'blocklist', count: 0, first_added_at: null, last_added_at: null });
  });

  it('[rules.blocklist] gives one key to two first requests at the same time', async () => {
    const client = await addClient(api.pool, { balance: PRICE });
    const orders = Array.from({ length: 8 }, () => order());
    const answers = await Promise.all(
      orders.map(({ phone_number }) => send('PUT', NUMBERS, client, { phone_numbers: [phone_number] })),
    );
    expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 200));
    for (const blocked of orders) expect((await refusedOrder(client, blocked)).code).toBe('number_blocked');
  });
});
