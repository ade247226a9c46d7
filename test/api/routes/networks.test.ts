import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listSchema } from '../../../contract/common.ts';
import { NetworkResource } from '../../../contract/network.ts';
import { SAMPLE_MIN, WINDOW_MINUTES } from '../../../db/purchases/recent-delivery.ts';
import { uuidOf } from '../../../domain/ids.ts';
import {
  type ApiFixture,
  addClient,
  GLO_BUNDLE,
  MTN_BUNDLE,
  settle,
  startApi,
} from '../../support/api/fixture.ts';
import { bought, call, order } from '../../support/api/http.ts';
import { invalid, refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;
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
  return listSchema(NetworkResource.strict()).strict().parse(JSON.parse(answer.text));
}

const read = async (id: string) =>
  NetworkResource.strict().parse(JSON.parse((await call(api, `/v1/networks/${id}`)).text));

// First: what is read is kept for some seconds.
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

  it('[network.recent_delivery] is measured over the purchases of the window, of every account, and null with too few', async () => {
    const mtn = await confirmed(SAMPLE_MIN + 2, MTN_BUNDLE, '+234803');
    await takes(mtn.slice(0, SAMPLE_MIN), 4, 1);
    // What counts is when a purchase was confirmed, not when it was accepted.
    await takes(mtn.slice(SAMPLE_MIN, SAMPLE_MIN + 1), WINDOW_MINUTES * 60, 1);
    await takes(mtn.slice(SAMPLE_MIN + 1), 1, WINDOW_MINUTES + 5);
    await confirmed(SAMPLE_MIN - 1, GLO_BUNDLE, '+234805');

    const measured = {
      median_seconds: 4,
      p95_seconds: (4 + WINDOW_MINUTES * 60) / 2,
      window_minutes: WINDOW_MINUTES,
      sample_size: SAMPLE_MIN + 1,
    };
    await vi.waitFor(async () => expect((await read('net_mtn')).recent_delivery).toEqual(measured), 60_000);
    expect((await read('net_glo')).recent_delivery).toBeNull();

    const other = await addClient(api.pool);
    const seen = JSON.parse((await call(api, '/v1/networks/net_mtn', { key: other.key })).text);
    expect(seen.recent_delivery).toEqual(measured);
  });
});

describe('GET /v1/networks', () => {
  it('[network.fields] [networks.list] lists the networks that the account has a bundle of, and no others', async () => {
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

  it('[networks.country] filters by country', async () => {
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
  it('[networks.get] shows the network as the list does', async () => {
    expect(await read('net_mtn')).toEqual((await list()).data[1]);
  });

  it('[network.fields] has no status_message while it is operational', async () => {
    await api.pool.query(`UPDATE networks SET status_message = 'Stale' WHERE id = 'net_glo'`);
    expect(await read('net_glo')).toMatchObject({ status: 'operational', status_message: null });
    await api.pool.query(`UPDATE networks SET status_message = NULL WHERE id = 'net_glo'`);
  });

  it.each(['net_foreign', 'net_nothing', MTN_BUNDLE, 'net_%00', 'net_mtn%20'])(
    '[networks.get] has no %s',
    async (id) => {
      expect(refusalOf(await call(api, `/v1/networks/${id}`))).toEqual({
        status: 404,
        code: 'not_found',
        param: 'network_id',
        retryable: false,
      });
    },
  );

  it('[network.fields] [network.status] tells its status, why, and since when', async () => {
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

describe('a network whose bundles are all withdrawn', () => {
  it('is not listed, not found by its id, and its numbers are unsupported in lookups', async () => {
    await api.pool.query(`
      INSERT INTO networks (id, name, country) VALUES ('net_gone', 'Gone', 'NG');
      INSERT INTO number_prefixes (prefix, network_id) VALUES ('+234999', 'net_gone');
      INSERT INTO bundles (id, network_id, name, data_mb, validity_hours, product_code, withdrawn_at)
      VALUES ('bnd_gone', 'net_gone', 'Gone 1 GB', 1024, 24, '9', app_now());
      INSERT INTO account_bundles (account_id, bundle_id, price)
      VALUES ('${uuidOf('acc', api.client.accountId)}', 'bnd_gone', 700)`);
    expect((await list()).data.map(({ id }) => id)).not.toContain('net_gone');
    expect((await call(api, '/v1/networks/net_gone')).status).toBe(404);
    const lookUp = () =>
      call(api, '/v1/number-lookups', { method: 'POST', body: { phone_number: '+2349991234567' } });
    expect(refusalOf(await lookUp())).toMatchObject({ status: 422, code: 'unsupported_network' });

    await api.pool.query(`UPDATE bundles SET withdrawn_at = NULL WHERE id = 'bnd_gone'`);
    expect((await read('net_gone')).id).toBe('net_gone');
    await expect.poll(async () => (await lookUp()).status).toBe(200);
    await api.pool.query(`DELETE FROM account_bundles WHERE bundle_id = 'bnd_gone'`);
  });
});
