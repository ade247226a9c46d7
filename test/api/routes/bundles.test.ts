import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BundleResource } from '../../../contract/bundle.ts';
import { listSchema } from '../../../contract/common.ts';
import { setAccountBundle } from '../../../db/accounts/accounts.ts';
import { replaceAllowedBundles } from '../../../db/rules/allowed-bundles.ts';
import {
  type ApiFixture,
  addClient,
  type Client,
  GLO_BUNDLE,
  MTN_BUNDLE,
  MTN_LARGE_BUNDLE,
  PRICE,
  startApi,
} from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import { invalid, refusalOf } from '../../support/api/refusal.ts';

const WITHDRAWN = 'bnd_mtn_withdrawn';

let api: ApiFixture;
let other: Client;
beforeAll(async () => {
  api = await startApi();
  await api.pool.query(`
    INSERT INTO bundles (id, network_id, name, data_mb, validity_hours, product_code, withdrawn_at)
    VALUES ('${WITHDRAWN}', 'net_mtn', 'MTN 2 GB', 2048, 24, '4', app_now()),
           ('bnd_sold_to_nobody', 'net_mtn', 'MTN 5 GB', 5120, 24, '5', NULL)`);
  await setAccountBundle(api.pool, api.client.accountId, WITHDRAWN, 2 * PRICE);
  other = await addClient(api.pool);
  await setAccountBundle(api.pool, other.accountId, MTN_BUNDLE, PRICE + 5);
});
afterAll(() => api.close());

async function list(query = '') {
  const answer = await call(api, `/v1/bundles${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return listSchema(BundleResource.strict()).strict().parse(JSON.parse(answer.text));
}

const idsOf = ({ data }: Awaited<ReturnType<typeof list>>) => data.map(({ id }) => id);

describe('GET /v1/bundles', () => {
  it('[bundle.fields] [bundles.list] lists what is sold to the account, at its own price', async () => {
    const page = await list();
    expect(idsOf(page)).toEqual([GLO_BUNDLE, MTN_LARGE_BUNDLE, MTN_BUNDLE, WITHDRAWN]);
    expect(page.data[2]).toEqual({
      id: MTN_BUNDLE,
      object: 'bundle',
      network_id: 'net_mtn',
      name: 'MTN 500 MB',
      data_mb: 500,
      validity_hours: 24,
      price: { amount: PRICE, currency: 'NGN' },
      available: true,
    });
    const seen = JSON.parse((await call(api, `/v1/bundles/${MTN_BUNDLE}`, { key: other.key })).text);
    expect(seen.price).toEqual({ amount: PRICE + 5, currency: 'NGN' });
  });

  it('[bundles.list] filters by network and by whether it can be bought now', async () => {
    expect(idsOf(await list('?network_id=net_glo'))).toEqual([GLO_BUNDLE]);
    expect(idsOf(await list('?network_id=net_nothing'))).toEqual([]);
    expect(idsOf(await list('?available=false'))).toEqual([WITHDRAWN]);
    expect(idsOf(await list('?available=true&network_id=net_mtn'))).toEqual([MTN_LARGE_BUNDLE, MTN_BUNDLE]);
  });

  it('comes in pages, whose cursor belongs to its filters', async () => {
    const first = await list('?network_id=net_mtn&limit=2');
    expect([first.data.length, first.has_more]).toEqual([2, true]);
    const second = await list(`?network_id=net_mtn&limit=2&cursor=${first.next_cursor}`);
    expect([idsOf(second), second.next_cursor]).toEqual([[WITHDRAWN], null]);
    const elsewhere = await call(api, `/v1/bundles?limit=2&cursor=${first.next_cursor}`);
    expect(refusalOf(elsewhere)).toEqual(invalid('cursor'));
  });

  it.each([
    ['?available=yes', 'available'],
    ['?network_id=', 'network_id'],
    ['?network_id=%00', 'network_id'],
    ['?limit=101', 'limit'],
    ['?country=NG', 'country'],
  ])('refuses %s', async (query, param) => {
    expect(refusalOf(await call(api, `/v1/bundles${query}`))).toEqual(invalid(param));
  });
});

describe('GET /v1/bundles/{bundle_id}', () => {
  it('[bundle.available] [bundles.get] shows one that is withdrawn as not available', async () => {
    const bundle = JSON.parse((await call(api, `/v1/bundles/${WITHDRAWN}`)).text);
    expect(bundle).toMatchObject({ id: WITHDRAWN, available: false });
  });

  it('[bundle.available] shows none as available whose network refuses purchases', async () => {
    await api.pool.query(`UPDATE networks SET status = 'unavailable' WHERE id = 'net_glo'`);
    const bundle = JSON.parse((await call(api, `/v1/bundles/${GLO_BUNDLE}`)).text);
    expect(bundle.available).toBe(false);
    await api.pool.query(`UPDATE networks SET status = 'operational' WHERE id = 'net_glo'`);
  });

  it('[bundle.available] [rules.bundles] shows one that the account does not allow as not available', async () => {
    const client = await addClient(api.pool);
    const actor = { operator: 'test', reason: 'test' };
    await replaceAllowedBundles(api.pool, client.accountId, [GLO_BUNDLE], actor);
    const read = async (path: string) => JSON.parse((await call(api, path, { key: client.key })).text);
    expect((await read(`/v1/bundles/${MTN_BUNDLE}`)).available).toBe(false);
    expect(idsOf(await read('/v1/bundles?available=true'))).toEqual([GLO_BUNDLE]);
    expect(idsOf(await read('/v1/bundles?available=false'))).toContain(MTN_BUNDLE);
  });

  it.each([
    ['that is not sold to the account', 'bnd_sold_to_nobody'],
    ['that is not there', 'bnd_nothing'],
    ['of another type', 'net_mtn'],
    ['that no database could hold', 'bnd_%00'],
  ])('[bundles.get] has none %s', async (_case, id) => {
    expect(refusalOf(await call(api, `/v1/bundles/${id}`))).toEqual({
      status: 404,
      code: 'not_found',
      param: 'bundle_id',
      retryable: false,
    });
  });
});
