import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NumberLookupResource } from '../../../contract/number-lookup.ts';
import { uuidOf } from '../../../domain/ids.ts';
import {
  type ApiFixture,
  addClient,
  GLO_BUNDLE,
  OF_NO_NETWORK,
  PORTED_AWAY,
  PORTED_TO_GLO,
  startApi,
} from '../../support/api/fixture.ts';
import { bought, buy, call, order } from '../../support/api/http.ts';
import { INVALID_PHONE_NUMBER, invalid, knownEverywhere, refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.close());

function ask(body: unknown, key = api.client.key) {
  return call(api, '/v1/number-lookups', { method: 'POST', body, key });
}

async function lookUp(phone_number: string) {
  const answer = await ask({ phone_number });
  expect(answer.status).toBe(200);
  return NumberLookupResource.strict().parse(JSON.parse(answer.text));
}

const UNSUPPORTED = { status: 422, code: 'unsupported_network', param: 'phone_number', retryable: false };

describe('POST /v1/number-lookups', () => {
  it('[lookup.fields] [lookups.200] answers the network of the prefix for a number that did not move, and when it was looked up', async () => {
    const before = Date.now();
    const { looked_up_at, ...rest } = await lookUp('+2348031234567');
    expect(rest).toEqual({
      object: 'number_lookup',
      phone_number: '+2348031234567',
      network_id: 'net_mtn',
      ported: false,
    });
    expect(Date.parse(looked_up_at)).toBeGreaterThanOrEqual(before - 1_000);
    expect(Date.parse(looked_up_at)).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it('[lookups.ported] takes porting into account', async () => {
    expect(await lookUp(PORTED_TO_GLO)).toMatchObject({ network_id: 'net_glo', ported: true });
  });

  it('calls a number that came back to the network of its prefix not ported', async () => {
    await api.pool.query(
      `INSERT INTO ported_numbers (phone_number, network_id) VALUES ('+2348030000777', 'net_mtn')`,
    );
    expect(await lookUp('+2348030000777')).toMatchObject({ network_id: 'net_mtn', ported: false });
  });

  it.each([
    ['of an unknown network', OF_NO_NETWORK],
    ['of another country', '+4915112345678'],
    ['that moved to a network that we do not sell', PORTED_AWAY],
  ])('[lookups.422] is 422 unsupported_network for a number %s', async (_name, phone_number) => {
    expect(refusalOf(await ask({ phone_number }))).toEqual(UNSUPPORTED);
  });

  it('is 422 unsupported_network for a network that is not enabled for the account, as buying is', async () => {
    const { accountId, key } = await addClient(api.pool, { balance: 100_000 });
    await api.pool.query('DELETE FROM account_bundles WHERE account_id = $1 AND bundle_id = $2', [
      uuidOf('acc', accountId),
      GLO_BUNDLE,
    ]);
    await knownEverywhere();
    expect(refusalOf(await ask({ phone_number: '+2348051234567' }, key))).toEqual(UNSUPPORTED);
    expect(refusalOf(await buy(api, order({ phone_number: '+2348051234567' }), { key }))).toEqual(
      UNSUPPORTED,
    );
  });

  it.each<[string, unknown]>([
    ['no plus', '2348031234567'],
    ['letters', '+234CALLME'],
    ['16 digits', '+1234567890123456'],
    ['a number', 2348031234567],
    ['null', null],
  ])('[lookups.400] is 400 invalid_phone_number for %s', async (_name, phone_number) => {
    expect(refusalOf(await ask({ phone_number }))).toEqual(INVALID_PHONE_NUMBER);
  });

  it('is 400 invalid_request for a missing number, an unknown field, a query and what is no JSON', async () => {
    expect(refusalOf(await ask({}))).toEqual(invalid('phone_number'));
    expect(refusalOf(await ask({ phone_number: '+2348031234567', x: 1 }))).toEqual(invalid('x'));
    expect(refusalOf(await ask('{'))).toEqual(invalid());
    const queried = await call(api, '/v1/number-lookups?x=1', { method: 'POST', body: {} });
    expect(refusalOf(queried).status).toBe(400);
  });

  it('is not required before a purchase, and buys nothing', async () => {
    await lookUp('+2348031239999');
    await bought(api, order({ phone_number: '+2348031238888' }));
    const { rows } = await api.pool.query(`SELECT 1 FROM purchases WHERE phone_number = '+2348031239999'`);
    expect(rows).toEqual([]);
  });

  it('[owasp.6] leaves a line in the log, with the account and without the number', async () => {
    await ask({ phone_number: '+2348031237777' });
    const lines = api
      .logged()
      .split('\n')
      .filter((line) => line.includes('a number was looked up'));
    expect(lines.at(-1)).toContain(api.client.accountId);
    expect(lines.join()).not.toContain('8031237777');
  });

  it("[owasp.6] is 429 rate_limited beyond a tenth of the account's rate, which other requests still have", async () => {
    const { key } = await addClient(api.pool, { rateLimitPerSecond: 40 });
    const asked = Array.from({ length: 20 }, () => ask({ phone_number: '+2348031234567' }, key));
    const answers = await Promise.all(asked);
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    for (const answer of limited) {
      expect(refusalOf(answer)).toEqual({ status: 429, code: 'rate_limited', retryable: true });
      expect(answer.headers.get('ratelimit-limit')).toBe('4');
      expect(answer.headers.get('ratelimit-remaining')).toBe('0');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect((await call(api, '/v1/balance', { key })).status).toBe(200);
  });
});
