import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutcomeReport } from '../../../domain/purchase/purchase.ts';
import {
  type ApiFixture,
  addClient,
  addKey,
  type Client,
  fund,
  GLO_BUNDLE,
  PRICE,
  settle,
  startApi,
} from '../../support/api/fixture.ts';
import { type Answer, balanceOf, bought, buy, call, order, purchaseOf } from '../../support/api/http.ts';
import { whileMtnIsUnavailable } from '../../support/api/network-status.ts';
import { expectBooksInOrder, invalid, knownEverywhere, refusalOf } from '../../support/api/refusal.ts';
import { retryWhileBusy } from '../../support/retry.ts';

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi();
});

afterAll(async () => {
  await expectBooksInOrder(api);
  await api.close();
});

function expectReplay(answer: Answer, id: string): void {
  expect([answer.status, answer.headers.get('svc-idempotent-replay')]).toEqual([200, 'true']);
  expect(purchaseOf(answer).id).toBe(id);
}

const DELIVERY = { confirmedAt: new Date(), networkReference: 'N-2' };
const REVERSAL = { reversedAt: new Date(), reason: 'Credited by mistake' };

/** How many answers came of each kind. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const kind = isBought(answer) ? 'bought' : answer.status;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Buys, also by a request that is repeated because the machine was too busy. */
function buyPatiently(body: object, { key }: Client): Promise<Answer> {
  return retryWhileBusy(() => buy(api, body, { key }));
}

/** By this request, or by an earlier one. */
const isBought = ({ status }: Answer) => status === 201 || status === 200;

describe('the same reference again', () => {
  it('[purchases.2] [races.same] buys once when 200 requests with one body come at the same time', async () => {
    const client = await addClient(api.pool, { balance: 500 * PRICE });
    const body = order();
    let sent = 0;
    const send = () => {
      sent += 1;
      return buy(api, body, { key: client.key });
    };
    const answers = await Promise.all(Array.from({ length: 200 }, () => retryWhileBusy(send)));
    expect(tally(answers)).toEqual({ bought: 200 });
    expect(new Set(answers.map((answer) => purchaseOf(answer).id)).size).toBe(1);
    const created = answers.filter(({ status }) => status === 201);
    const replayed = answers.filter(({ headers }) => headers.get('svc-idempotent-replay') === 'true');
    expect(created.length + replayed.length).toBe(200);
    // None if the one that bought was answered with an error at first, and then repeated.
    expect([1, ...(sent > 200 ? [0] : [])]).toContain(created.length);
    expect(await balanceOf(api, { key: client.key })).toEqual([499 * PRICE, PRICE]);
  });

  it('[purchases.3] [races.different] buys one of 50 different bodies and names it to the other 49', async () => {
    const client = await addClient(api.pool, { balance: 500 * PRICE });
    const { reference } = order();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => buyPatiently(order({ reference }), client)),
    );
    expect(tally(answers)).toEqual({ bought: 1, 409: 49 });
    const winners = answers.filter(isBought).map((answer) => purchaseOf(answer).id);
    const named = answers.filter(({ status }) => status === 409).map((answer) => refusalOf(answer).details);
    expect(new Set(named.map((details) => details?.purchase_id))).toEqual(new Set(winners));
    expect(await balanceOf(api, { key: client.key })).toEqual([499 * PRICE, PRICE]);
  });

  it('[races.distinct] is another purchase on another account, in another case and with a dot more', async () => {
    const other = await addClient(api.pool, { balance: PRICE });
    const body = order({ reference: 'Order-A' });
    const purchases = [
      await bought(api, body),
      await bought(api, body, { key: other.key }),
      await bought(api, { ...body, reference: 'order-a' }),
      await bought(api, { ...body, reference: 'Order-A.' }),
    ];
    expect(new Set(purchases.map(({ id }) => id)).size).toBe(4);
  });

  it('[races.replay_first] is a replay under another key of the account', async () => {
    const body = order();
    const { id } = await bought(api, body);
    expectReplay(await buy(api, body, { key: await addKey(api.pool, api.client.accountId) }), id);
  });

  it('[races.replay_state] is answered by the purchase as it is now', async () => {
    const body = order();
    const { id } = await bought(api, body);
    const delivery = { confirmedAt: new Date(), networkReference: 'N-1' };
    await settle(api, id, { kind: 'confirmed', delivery });
    const answer = await buy(api, body);
    expectReplay(answer, id);
    expect(purchaseOf(answer)).toMatchObject({
      status: 'successful',
      delivery: { network_reference: 'N-1' },
      completed_at: expect.any(String),
    });
  });

  it.each<[string, readonly OutcomeReport[]]>([
    ['failed', [{ kind: 'refused', code: 'number_barred' }]],
    [
      'been reversed',
      [
        { kind: 'confirmed', delivery: DELIVERY },
        { kind: 'reversed', delivery: DELIVERY, reversal: REVERSAL },
      ],
    ],
  ])(
    '[races.replay_state] is answered by the purchase when it has %s, and buys nothing',
    async (_name, news) => {
      const client = await addClient(api.pool, { balance: PRICE });
      const body = order();
      const { id } = await bought(api, body, { key: client.key });
      for (const one of news) await settle({ ...api, client }, id, one);
      const balance = await balanceOf(api, { key: client.key });
      const answer = await buy(api, body, { key: client.key });
      expectReplay(answer, id);
      expect(['failed', 'reversed']).toContain(purchaseOf(answer).status);
      expect(await balanceOf(api, { key: client.key })).toEqual(balance);
    },
  );

  it('[races.replay_first] is a replay when the balance is gone, the bundle withdrawn, the number moved and the network away', async () => {
    const client = await addClient(api.pool, { balance: PRICE });
    const body = order({ phone_number: '+2348051000077', bundle_id: GLO_BUNDLE });
    const { id } = await bought(api, body, { key: client.key });
    await api.pool.query(`
      UPDATE bundles SET withdrawn_at = app_now() WHERE id = '${GLO_BUNDLE}';
      UPDATE networks SET status = 'unavailable' WHERE id = 'net_glo';
      INSERT INTO ported_numbers (phone_number, network_id) VALUES ('${body.phone_number}', 'net_mtn')`);
    await knownEverywhere();
    expectReplay(await buy(api, body, { key: client.key }), id);
    expect(await balanceOf(api, { key: client.key })).toEqual([0, PRICE]);
    await api.pool.query(`
      UPDATE bundles SET withdrawn_at = NULL WHERE id = '${GLO_BUNDLE}';
      UPDATE networks SET status = 'operational' WHERE id = 'net_glo'`);
    await knownEverywhere();
  });
});

describe('two bodies mean the same or not', () => {
  it.each<[string, string, string, boolean]>([
    ['fields in another order', '"a":"1"', '"a":"1"', true],
    ['metadata keys in another order', '"a":"1","b":"2"', '"b":"2","a":"1"', true],
    ['numeric metadata keys in another order', '"10":"x","9":"y"', '"9":"y","10":"x"', true],
    ['escapes for the same characters', '"a":"\\u00e9"', '"a":"é"', true],
    ['a duplicate key whose last value is the same', '"a":"0","a":"1"', '"a":"1"', true],
    ['another metadata value', '"a":"1"', '"a":"2"', false],
    ['another metadata key', '"a":"1"', '"A":"1"', false],
    ['a number written as text in two ways', '"a":"1"', '"a":"1.0"', false],
    ['composed and decomposed characters', '"a":"\\u00e9"', '"a":"e\\u0301"', false],
  ])('[races.meaning] %s', async (name, first, second, same) => {
    const reference = `meaning-${name.replaceAll(/[^a-z]/g, '')}`;
    const { phone_number, bundle_id } = order();
    const one = `{"reference":"${reference}","phone_number":"${phone_number}","bundle_id":"${bundle_id}","metadata":{${first}}}`;
    const two = `{ "metadata" : { ${second} }, "bundle_id":"${bundle_id}",\n"phone_number":"${phone_number}","reference":"${reference}"}`;
    const { id } = await bought(api, one);
    const again = await buy(api, two);
    if (same) expectReplay(again, id);
    else expect(refusalOf(again)).toMatchObject({ status: 409, details: { purchase_id: id } });
  });

  it('[races.meaning] without metadata and with an empty one, but not with network_id said and left out', async () => {
    const plain = order();
    const { id } = await bought(api, plain);
    expectReplay(await buy(api, { ...plain, metadata: {} }), id);
    expect(refusalOf(await buy(api, { ...plain, network_id: 'net_mtn' })).code).toBe('reference_conflict');
  });
});

describe('a refusal leaves the reference free', () => {
  it.each<[string, Record<string, unknown>, number]>([
    ['400', { metadata: { a: 1 } }, 400],
    ['422', { bundle_id: 'bnd_no_such' }, 422],
    ['422 for a number elsewhere', { phone_number: '+2348051000001' }, 422],
  ])('[purchases.4] [races.free] after %s', async (_name, fault, status) => {
    const body = order();
    expect((await buy(api, { ...body, ...fault })).status).toBe(status);
    expect((await buy(api, body)).status).toBe(201);
  });

  it('[races.free] after 402, once the account is funded', async () => {
    const client: Client = await addClient(api.pool);
    const body = order();
    expect((await buy(api, body, { key: client.key })).status).toBe(402);
    await fund(api.pool, client.accountId, PRICE);
    expect((await buy(api, body, { key: client.key })).status).toBe(201);
  });

  it('[races.free] after 503, once the network is back', async () => {
    const body = order();
    await whileMtnIsUnavailable(api, async () => expect((await buy(api, body)).status).toBe(503));
    expect((await buy(api, body)).status).toBe(201);
  });

  it('[races.free] after 429, once the second is over', async () => {
    const { key } = await addClient(api.pool, { balance: PRICE, rateLimitPerSecond: 1 });
    const body = order();
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(api, '/v1/balance', { key })));
    expect(answers.map(({ status }) => status)).toContain(429);
    let answer = await buy(api, body, { key });
    for (let tries = 0; answer.status === 429 && tries < 50; tries++) {
      await sleep(Number(answer.headers.get('retry-after')) * 500);
      answer = await buy(api, body, { key });
    }
    expect(answer.status).toBe(201);
  });

  it('after 400 for a field it does not know', async () => {
    const body = order();
    expect(refusalOf(await buy(api, { ...body, refrence: 'x' }))).toEqual(invalid('refrence'));
    expect((await buy(api, body)).status).toBe(201);
  });
});

describe('purchases that race for the last money', () => {
  it('[races.balance] are accepted exactly as often as the balance covers', async () => {
    const client = await addClient(api.pool, { balance: 7 * PRICE + PRICE / 2 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => buyPatiently(order(), client)));
    expect(tally(answers)).toEqual({ bought: 7, 402: 33 });
    expect(await balanceOf(api, { key: client.key })).toEqual([PRICE / 2, 7 * PRICE]);
  });
});
