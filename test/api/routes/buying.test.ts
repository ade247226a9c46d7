import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidOf } from '../../../domain/ids.ts';
import {
  type ApiFixture,
  addClient,
  GLO_BUNDLE,
  MTN_BUNDLE,
  MTN_LARGE_BUNDLE,
  OF_NO_NETWORK,
  PORTED_AWAY,
  PORTED_TO_GLO,
  PRICE,
  startApi,
} from '../../support/api/fixture.ts';
import { balanceOf, bought, buy, call, order, purchaseOf } from '../../support/api/http.ts';
import { whileMtnIsUnavailable } from '../../support/api/network-status.ts';
import { expectBooksInOrder, INVALID_PHONE_NUMBER, invalid, refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi();
});

afterAll(async () => {
  await expectBooksInOrder(api);
  await api.close();
});

describe('a purchase that is accepted', () => {
  it('[conventions.times] [purchases.1] is answered with 201 and the whole Purchase, pending', async () => {
    const body = order({ metadata: { campaign: 'december', 'order.id': '42' } });
    const answer = await buy(api, body);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('svc-idempotent-replay')).toBeNull();
    const purchase = purchaseOf(answer);
    expect(JSON.parse(answer.text)).toEqual({
      id: expect.stringMatching(/^pur_[0-9a-z]{26}$/),
      object: 'purchase',
      reference: body.reference,
      status: 'pending',
      phone_number: body.phone_number,
      network_id: 'net_mtn',
      bundle: { id: MTN_BUNDLE, name: 'MTN 500 MB', data_mb: 500, validity_hours: 24 },
      price: { amount: PRICE, currency: 'NGN' },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      resolve_by: new Date(Date.parse(purchase.created_at) + 15 * 60_000).toISOString(),
      completed_at: null,
      delivery: null,
      failure: null,
      reversal: null,
      metadata: { campaign: 'december', 'order.id': '42' },
    });
  });

  it('[purchase.bundle] keeps its bundle and price as they were when it was bought', async () => {
    const client = await addClient(api.pool, { balance: PRICE });
    const purchase = await bought(api, order({ bundle_id: MTN_LARGE_BUNDLE }), { key: client.key });
    const account = uuidOf('acc', client.accountId);
    await api.pool.query(
      `UPDATE account_bundles SET price = price + 1 WHERE bundle_id = $1 AND account_id = $2`,
      [MTN_LARGE_BUNDLE, account],
    );
    await api.pool.query(`UPDATE bundles SET name = 'New', data_mb = 1, validity_hours = 1 WHERE id = $1`, [
      MTN_LARGE_BUNDLE,
    ]);
    const read = await call(api, `/v1/purchases/${purchase.id}`, { key: client.key });
    expect(purchaseOf(read)).toEqual(purchase);
  });

  it('[balance.held] [states.accepted] moves its price from available to held', async () => {
    const client = await addClient(api.pool, { balance: 10 * PRICE });
    await bought(api, order(), { key: client.key });
    expect(await balanceOf(api, { key: client.key })).toEqual([9 * PRICE, PRICE]);
  });

  it('[get.purchase] reads the same by its id', async () => {
    const purchase = await bought(api, order({ network_id: 'net_mtn' }));
    const read = await call(api, `/v1/purchases/${purchase.id}`);
    expect([read.status, purchaseOf(read)]).toEqual([200, purchase]);
  });

  it('[purchases.lookup] follows a ported number to its network', async () => {
    const purchase = await bought(api, order({ phone_number: PORTED_TO_GLO, bundle_id: GLO_BUNDLE }));
    expect(purchase.network_id).toBe('net_glo');
  });
});

describe('the balance', () => {
  it('[balance.get] has the time of its last change', async () => {
    const client = await addClient(api.pool, { balance: 10 * PRICE });
    const updatedAt = async () =>
      JSON.parse((await call(api, '/v1/balance', { key: client.key })).text).updated_at;
    const funded = await updatedAt();
    const purchase = await bought(api, order(), { key: client.key });
    expect(purchase.created_at > funded).toBe(true);
    expect([await updatedAt(), await updatedAt()]).toEqual([purchase.created_at, purchase.created_at]);
  });

  it('[balance.fields] has the three fields of the contract', async () => {
    const answer = await call(api, '/v1/balance');
    expect(JSON.parse(answer.text)).toEqual({
      object: 'balance',
      available: { amount: expect.any(Number), currency: 'NGN' },
      held: { amount: expect.any(Number), currency: 'NGN' },
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });
});

const MISMATCH = { status: 422, code: 'network_mismatch', param: 'bundle_id', retryable: false };
const UNSUPPORTED = { status: 422, code: 'unsupported_network', param: 'phone_number', retryable: false };
const NO_BUNDLE = { status: 422, code: 'bundle_unavailable', param: 'bundle_id', retryable: false };
const ON_GLO = { details: { detected_network_id: 'net_glo' } };
const ON_MTN = { details: { detected_network_id: 'net_mtn' } };

describe('a purchase that is refused holds nothing and', () => {
  it.each([
    ['a bundle that does not exist', { bundle_id: 'bnd_no_such' }, NO_BUNDLE],
    ['a number of another network', { phone_number: '+2348051000001' }, { ...MISMATCH, ...ON_GLO }],
    ['a number that moved', { phone_number: PORTED_TO_GLO }, { ...MISMATCH, ...ON_GLO }],
    ['another network_id', { network_id: 'net_glo' }, { ...MISMATCH, ...ON_MTN }],
    ['an unknown network_id', { network_id: 'net_none' }, { ...MISMATCH, ...ON_MTN }],
    [
      'network_id of the bundle, number elsewhere',
      { bundle_id: GLO_BUNDLE, network_id: 'net_glo' },
      { ...MISMATCH, ...ON_MTN },
    ],
    ['a number of no network', { phone_number: OF_NO_NETWORK }, UNSUPPORTED],
    ['a number that moved to a network we do not sell', { phone_number: PORTED_AWAY }, UNSUPPORTED],
    ['a number that is not E.164', { phone_number: '08031234567' }, INVALID_PHONE_NUMBER],
    ['a missing field', { bundle_id: undefined }, invalid('bundle_id')],
  ])(
    '[purchases.network_id] [errors.network_mismatch] is returned for %s',
    async (_name, changes, refusal) => {
      const before = await balanceOf(api);
      const answer = await buy(api, order(changes));
      expect(refusalOf(answer)).toEqual(refusal);
      expect(answer.headers.get('retry-after')).toBeNull();
      expect(await balanceOf(api)).toEqual(before);
    },
  );

  it('[purchases.422] [errors.bundle_unavailable] is returned for a bundle that is not sold to the account', async () => {
    const client = await addClient(api.pool, { balance: PRICE });
    await api.pool.query('DELETE FROM account_bundles WHERE account_id = $1 AND bundle_id = $2', [
      uuidOf('acc', client.accountId),
      MTN_BUNDLE,
    ]);
    expect(refusalOf(await buy(api, order(), { key: client.key }))).toEqual(NO_BUNDLE);
  });

  it('[purchases.4] [purchases.402] is returned for a balance below the price', async () => {
    const client = await addClient(api.pool, { balance: PRICE - 1 });
    const answer = await buy(api, order(), { key: client.key });
    expect(refusalOf(answer)).toEqual({ status: 402, code: 'insufficient_balance', retryable: false });
    expect(await balanceOf(api, { key: client.key })).toEqual([PRICE - 1, 0]);
  });

  it('[purchases.409] [errors.reference_conflict] is returned for a reference with another body, with the purchase that has it', async () => {
    const purchase = await bought(api, order());
    const answer = await buy(api, order({ reference: purchase.reference }));
    expect(refusalOf(answer)).toEqual({
      status: 409,
      code: 'reference_conflict',
      param: 'reference',
      retryable: false,
      details: { purchase_id: purchase.id },
    });
  });

  it('[purchases.503] is not accepted once it was committed that its network is unavailable', async () => {
    await bought(api, order());
    const isNow = (status: string) =>
      api.pool.query(`UPDATE networks SET status = $1, status_message = 'Down' WHERE id = 'net_mtn'`, [
        status,
      ]);
    await isNow('unavailable');
    try {
      expect(refusalOf(await buy(api, order()))).toMatchObject({
        code: 'network_unavailable',
        details: { network: { id: 'net_mtn', status: 'unavailable', status_message: 'Down' } },
      });
    } finally {
      await isNow('operational');
    }
    await expect.poll(async () => (await buy(api, order())).status).toBe(201);
  });

  it('[purchases.503] [errors.network_unavailable] is returned for an unavailable network, with the time to wait and its status message', async () => {
    await whileMtnIsUnavailable(api, async () => {
      const answer = await buy(api, order());
      expect(refusalOf(answer)).toEqual({
        status: 503,
        code: 'network_unavailable',
        retryable: true,
        details: {
          network: {
            id: 'net_mtn',
            status: 'unavailable',
            status_message: 'Maintenance until noon',
            status_updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          },
        },
      });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    });
  });
});
