import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listOf } from '../../contract/common.ts';
import { NetworkResource } from '../../contract/network.ts';
import { SAMPLE_MIN, WINDOW_MINUTES } from '../../db/recent-delivery.ts';
import { uuidOf } from '../../domain/ids.ts';
import { bought, call, order } from './http.ts';
import { invalid, refusalOf } from './refusal.ts';
import { type ApiSetting, addClient, GLO_BUNDLE, MTN_BUNDLE, settle, startApi } from './setting.ts';

let api: ApiSetting;
beforeAll(async () => {
  api = await startApi();
  await api.pool.query(`
    INSERT INTO networks (id, name, country) VALUES ('net_mtn_gh', 'MTN Ghana', 'GH'), ('net_foreign', 'Not ours', 'NG');
    INSERT INTO bundles (id, network_id, name, data_mb, validity_hours, product_code)
    VALUES ('bnd_gh', 'net_mtn_gh', 'MTN Ghana 1 GB', 1024, 24, '9');
    INSERT INTO account_bundles (account_id, bundle_id, price)
    VALUES ('${uuidOf('acc', api.client.accountId)}', 'bnd_gh', 700)`);
});
afterAll(() => api.close());

async function list(query = '') {
  const answer = await call(api, `/v1/networks${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return listOf(NetworkResource.strict()).strict().parse(JSON.parse(answer.text));
}

const read = async (id: string) =>
  NetworkResource.strict().parse(JSON.parse((await call(api, `/v1/networks/${id}`)).text));

describe('GET /v1/networks', () => {
  it('lists the networks that the account has a bundle of, and no others', async () => {
    const page = await list();
    expect(page).toMatchObject({ object: 'list', has_more: false, next_cursor: null });
    expect(page.data.map(({ id }) => id)).toEqual(['net_glo', 'net_mtn', 'net_mtn_gh']);
    expect(page.data[0]).toMatchObject({
      object: 'network',
      name: 'Glo',
      country: 'NG',
      status: 'operational',
      status_message: null,
      recent_delivery: null,
    });
  });

  it('filters by country', async () => {
    expect((await list('?country=GH')).data.map(({ id }) => id)).toEqual(['net_mtn_gh']);
    expect((await list('?country=KE')).data).toEqual([]);
  });

  it('comes in pages', async () => {
    const first = await list('?limit=2');
    expect([first.data.length, first.has_more]).toEqual([2, true]);
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    expect([second.data.map(({ id }) => id), second.has_more]).toEqual([['net_mtn_gh'], false]);
  });

  it.each([
    ['?country=ng', 'country'],
    ['?country=NGA', 'country'],
    ['?limit=0', 'limit'],
    ['?cursor=bm9uZQ', 'cursor'],
    ['?status=operational', 'status'],
  ])('refuses %s', async (query, param) => {
    expect(refusalOf(await call(api, `/v1/networks${query}`))).toEqual(invalid(param));
  });
});

describe('GET /v1/networks/{network_id}', () => {
  it('shows the network as the list does', async () => {
    expect(await read('net_mtn')).toEqual((await list()).data[1]);
  });

  it.each(['net_foreign', 'net_nothing', MTN_BUNDLE, 'net_%00', 'net_mtn%20'])('has no %s', async (id) => {
    expect(refusalOf(await call(api, `/v1/networks/${id}`))).toEqual({
      status: 404,
      code: 'not_found',
      param: 'network_id',
      retryable: false,
    });
  });

  it('tells its status, why, and since when', async () => {
    await api.pool.query(`
      UPDATE networks SET status = 'degraded', status_message = 'Slow today', status_updated_at = '2026-11-20T06:00:00Z'
       WHERE id = 'net_mtn_gh'`);
    expect(await read('net_mtn_gh')).toMatchObject({
      status: 'degraded',
      status_message: 'Slow today',
      status_updated_at: '2026-11-20T06:00:00.000Z',
    });
  });
});

describe('recent_delivery', () => {
  const takes = (ids: readonly string[], seconds: number, agoMinutes: number) =>
    api.pool.query({
      text: `
        UPDATE purchases
           SET confirmed_at = now.at - $2 * interval '1 minute',
               created_at   = now.at - $2 * interval '1 minute' - $3 * interval '1 second'
          FROM (SELECT date_trunc('milliseconds', app_now()) AS at) now
         WHERE id = ANY ($1::uuid[])`,
      values: [ids.map((id) => uuidOf('pur', `pur_${id.slice(4)}`)), agoMinutes, seconds],
    });
  const confirmed = async (count: number, bundle: string, prefix: string) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const phone_number = `${prefix}${2_000_000 + index}`;
        const { id } = await bought(api, order({ bundle_id: bundle, phone_number }));
        const delivery = { confirmedAt: new Date(), networkReference: null };
        await settle(api, id, { kind: 'confirmed', delivery });
        return id;
      }),
    );

  it('is measured over the purchases of the window, of every account, and null with too few', async () => {
    const mtn = await confirmed(SAMPLE_MIN + 2, MTN_BUNDLE, '+234803');
    await takes(mtn.slice(0, SAMPLE_MIN), 4, 1);
    // Accepted before the window, or confirmed before it: neither counts.
    await takes(mtn.slice(SAMPLE_MIN, SAMPLE_MIN + 1), WINDOW_MINUTES * 60, 1);
    await takes(mtn.slice(SAMPLE_MIN + 1), 1, WINDOW_MINUTES + 5);
    await confirmed(SAMPLE_MIN - 1, GLO_BUNDLE, '+234805');

    const measured = {
      median_seconds: 4,
      p95_seconds: 4,
      window_minutes: WINDOW_MINUTES,
      sample_size: SAMPLE_MIN,
    };
    await vi.waitFor(async () => expect((await read('net_mtn')).recent_delivery).toEqual(measured), 20_000);
    expect((await read('net_glo')).recent_delivery).toBeNull();

    const other = await addClient(api.pool);
    const seen = JSON.parse((await call(api, '/v1/networks/net_mtn', { key: other.key })).text);
    expect(seen.recent_delivery).toEqual(measured);
  });
});
