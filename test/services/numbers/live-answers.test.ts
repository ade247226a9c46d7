import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCatalogue } from '../../../services/catalogue/catalogue.ts';
import { createBindProvider } from '../../../services/numbers/bind-provider.ts';
import { createLiveAnswers } from '../../../services/numbers/live-answers.ts';
import { createNumberLookups, type NumberLookups } from '../../../services/numbers/number-lookup.ts';
import type { PortingProvider } from '../../../services/numbers/porting-provider.ts';
import { type ApiFixture, GLO_BUNDLE, PORTED_TO_GLO, settle, startApi } from '../../support/api/fixture.ts';
import { bought, buy, call, order } from '../../support/api/http.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { type PortingServer, reply, startPortingServer } from '../../support/numbers/porting-server.ts';

const NUMBER = '+2348031234567';
const OF_GLO = ['621', '50'] as const;
/** So long that no busy machine reaches it; the one that waits for a silent provider is hasty. */
const WAIT_MS = 30_000;
const HASTY_MS = 2_000;
const DAY_MS = 24 * 3_600_000;

let server: PortingServer;
let provider: PortingProvider;
let api: ApiFixture;
let failures: string[];

beforeEach(async () => {
  failures = [];
  server = await startPortingServer();
  provider = createBindProvider({ baseUrl: server.url, apiKey: 'key', timeoutMs: WAIT_MS });
  api = await startApi({ lookups });
  await api.pool.query(
    `INSERT INTO network_codes (mcc_mnc, network_id) VALUES ('62130', 'net_mtn'), ('62150', 'net_glo')`,
  );
});

afterEach(async () => {
  await api.close();
  await Promise.all([provider.close(), server.close()]);
});

/** Those of one more process: it remembers nothing yet. */
function lookups(pool: Pool): NumberLookups {
  return lookupsWithin(pool, provider, WAIT_MS);
}

function lookupsWithin(pool: Pool, provider: PortingProvider, waitMs: number): NumberLookups {
  const onFailure = (why: string) => void failures.push(why);
  const live = createLiveAnswers(pool, { provider, freshForMs: DAY_MS, waitMs, onFailure });
  return createNumberLookups(pool, createCatalogue(pool), live);
}

const lookUp = (phoneNumber = NUMBER) => lookups(api.pool).lookUp(phoneNumber);

function moveClock(ms: number) {
  return api.pool.query('UPDATE app_clock SET offset_ms = offset_ms + $1', [ms]);
}

describe('with a live porting provider, a lookup', () => {
  it('uses the answer of the provider, in every process, with its age, until it is stale', async () => {
    server.locateAt(...OF_GLO);
    const first = await lookUp();
    expect(first).toMatchObject({ networkId: 'net_glo', ported: true });

    await moveClock(DAY_MS - 60_000);
    expect(await lookUp()).toEqual(first);
    expect(server.asked).toHaveLength(1);

    await moveClock(120_000);
    server.locateAt('621', '30');
    const second = await lookUp();
    expect(second).toMatchObject({ networkId: 'net_mtn', ported: false });
    expect(second.lookedUpAt.getTime()).toBeGreaterThan(first.lookedUpAt.getTime() + DAY_MS);
    expect(server.asked).toHaveLength(2);
  });

  it('prefers the answer to the imported table', async () => {
    server.locateAt('621', '30');
    expect(await lookUp(PORTED_TO_GLO)).toMatchObject({ networkId: 'net_mtn', ported: false });
  });

  it('of a network whose code is unknown is unsupported', async () => {
    server.locateAt('621', '27');
    const answer = await call(api, '/v1/number-lookups', { method: 'POST', body: { phone_number: NUMBER } });
    expect(refusalOf(answer)).toMatchObject({ status: 422, code: 'unsupported_network' });
  });

  it('falls back to the tables without a warning when the provider does not know the number', async () => {
    server.answer((response) => reply(response, 200, [{ response: 6 }]));
    expect(await lookUp(PORTED_TO_GLO)).toMatchObject({ networkId: 'net_glo', ported: true });
    expect(failures).toEqual([]);
  });

  it.each<[string, () => void]>([
    ['fails', () => server.answer((response) => reply(response, 500, 'x'))],
    ['talks nonsense', () => server.answer((response) => reply(response, 200, '<html>'))],
    ['cuts the line', () => server.answer((response) => void response.socket?.destroy())],
  ])('falls back to the tables when the provider %s, and reports why', async (_name, breakIt) => {
    breakIt();
    expect(await lookUp()).toMatchObject({ networkId: 'net_mtn', ported: false });
    expect(await lookUp(PORTED_TO_GLO)).toMatchObject({ networkId: 'net_glo', ported: true });
    expect(failures).toHaveLength(2);
  });

  it('falls back to the tables when the provider is silent, and reports why', async () => {
    server.answer(() => {});
    const hasty = createBindProvider({ baseUrl: server.url, apiKey: 'key', timeoutMs: HASTY_MS });
    const one = lookupsWithin(api.pool, hasty, HASTY_MS);
    expect(await one.lookUp(NUMBER)).toMatchObject({ networkId: 'net_mtn', ported: false });
    expect(await one.lookUp(PORTED_TO_GLO)).toMatchObject({ networkId: 'net_glo', ported: true });
    expect(failures).toHaveLength(2);
    await hasty.close();
  });

  it('stops asking for a while after three failures in a row', async () => {
    server.answer((response) => reply(response, 500, 'x'));
    const one = lookups(api.pool);
    for (let i = 0; i < 5; i++) await one.lookUp(`+23480312345${10 + i}`);
    expect(server.asked).toHaveLength(3);
  });

  it('sends no request while no network has a code, because every answer would mean an unknown network', async () => {
    await api.pool.query('DELETE FROM network_codes');
    server.locateAt(...OF_GLO);
    expect(await lookUp()).toMatchObject({ networkId: 'net_mtn' });
    expect(server.asked).toEqual([]);
    expect(failures).toEqual(['network_codes is empty']);
  });

  it('requested many times concurrently is one request', async () => {
    server.locateAt(...OF_GLO);
    const one = lookups(api.pool);
    await Promise.all(Array.from({ length: 50 }, () => one.lookUp(NUMBER)));
    expect(server.asked).toHaveLength(1);
  });
});

describe('with a live porting provider, a purchase', () => {
  const body = () => order({ phone_number: NUMBER });

  it('uses the same lookup', async () => {
    server.locateAt(...OF_GLO);
    expect(refusalOf(await buy(api, body()))).toEqual({
      status: 422,
      code: 'network_mismatch',
      param: 'bundle_id',
      retryable: false,
      details: { detected_network_id: 'net_glo' },
    });
    const { network_id } = await bought(api, order({ phone_number: NUMBER, bundle_id: GLO_BUNDLE }));
    expect(network_id).toBe('net_glo');
    expect(server.asked).toHaveLength(1);
  });

  it('is accepted by the tables when the provider does not answer', async () => {
    server.answer(() => {});
    const hasty = createBindProvider({ baseUrl: server.url, apiKey: 'key', timeoutMs: HASTY_MS });
    const soon = await startApi({ lookups: (pool) => lookupsWithin(pool, hasty, HASTY_MS) });
    expect((await bought(soon, body())).network_id).toBe('net_mtn');
    expect(failures).toHaveLength(1);
    await soon.close();
    await hasty.close();
  });

  it('of a bundle that is not sold sends no request', async () => {
    server.locateAt(...OF_GLO);
    expect((await buy(api, order({ phone_number: NUMBER, bundle_id: 'bnd_x' }))).status).toBe(422);
    expect(server.asked).toEqual([]);
  });

  it('deletes the answer when the network does not know the number, and on no other refusal', async () => {
    server.locateAt('621', '30');
    const purchases = [await bought(api, body()), await bought(api, body())];
    const stored = async () => (await api.pool.query('SELECT 1 FROM number_lookups')).rows.length;
    await settle(api, purchases[0]?.id ?? '', { kind: 'refused', code: 'number_barred' });
    expect(await stored()).toBe(1);
    await settle(api, purchases[1]?.id ?? '', { kind: 'refused', code: 'number_invalid' });
    expect(await stored()).toBe(0);

    server.locateAt(...OF_GLO);
    expect(await lookUp()).toMatchObject({ networkId: 'net_glo' });
  });
});
