import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { bought, call, errorOf } from '../../support/api/http.ts';
import { INVALID_PHONE_NUMBER, invalid, refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;

/** More than a page can have. */
const BOUGHT = 101;

beforeAll(async () => {
  api = await startApi();
  await Promise.all(Array.from({ length: BOUGHT }, () => bought(api)));
});

afterAll(() => api.close());

function listed(query: string) {
  return call(api, `/v1/purchases?${query}`);
}

/** How many purchases are on the page of a query that is taken. */
async function countOf(query: string): Promise<number> {
  const answer = await listed(query);
  expect(answer.status).toBe(200);
  return answer.text.split('"object":"purchase"').length - 1;
}

describe('a query that is refused by the name of its parameter', () => {
  it.each([
    ['limit', ['0', '101', '-1', '1e2', '010', '1.0', '+5', ' 5', '', 'all', '0x10', '１', '99999999999']],
    ['reference', ['', 'a%20b', '%00', 'a%0A', '%zz', '%ff', 'a'.repeat(65)]],
    ['status', ['', 'Pending', 'done', 'pending,failed', 'constructor', '__proto__']],
    ['cursor', ['', 'abc', '%00', '%zz', 'a'.repeat(600)]],
    [
      'created_from',
      [
        '',
        'yesterday',
        '2026-02-30T00:00:00Z',
        '2025-02-29T00:00:00Z',
        '2026-13-01T00:00:00Z',
        '2026-1-1T00:00:00Z',
        '2026-01-01',
        '2026-01-01T00:00:00',
        '2026-01-01T24:00:00Z',
        '2026-01-01T00:00:60Z',
        '2026-01-01T00:00:00%2B99:99',
        '2026-01-01T00:00:00+01:00',
        '%2B010000-01-01T00:00:00Z',
        '1764547200',
        'Infinity',
      ],
    ],
    ['created_to', ['2026-02-30T00:00:00Z', '2026-01-01']],
  ])('[list.400] %s', async (name, values) => {
    for (const value of values) expect(refusalOf(await listed(`${name}=${value}`))).toEqual(invalid(name));
  });

  it('[list.400] phone_number, with a word about the plus that a query must encode', async () => {
    for (const value of ['', '0803', '%2B0803123456', '%2B1', '+2348031000001', '%2B٢٣٤٨٠٣١٢٣٤٥٦٧']) {
      const answer = await listed(`phone_number=${value}`);
      expect(refusalOf(answer)).toEqual(INVALID_PHONE_NUMBER);
      expect(answer.text).toContain('%2B2348031234567');
    }
  });

  it.each(['limit', 'reference', 'status', 'cursor', 'created_from', 'created_to', 'phone_number'])(
    '[bad.query] %s, given twice, with the advice to give it once',
    async (name) => {
      const answer = await listed(`${name}=5&${name}=5`);
      expect(refusalOf(answer)).toEqual(invalid(name));
      expect(errorOf(answer).message).toBe(
        `${name} is a parameter that may be given only once. Delete all but one.`,
      );
    },
  );

  it.each(['x', 'Limit', 'page', 'offset', '__proto__', 'constructor', 'reference[a]', 'limit[]', 'api_key'])(
    '[bad.query] %s, which does not exist',
    async (name) => {
      expect(refusalOf(await listed(`${name}=1`))).toEqual(invalid(name));
    },
  );

  it('the reading of one purchase and of the balance, and buying, take no query', async () => {
    const { id } = await bought(api);
    for (const path of [`/v1/purchases/${id}`, '/v1/balance'])
      expect(refusalOf(await call(api, `${path}?verbose=1`))).toEqual(invalid('verbose'));
    const answer = await call(api, '/v1/purchases?dry_run=true', { method: 'POST', body: {} });
    expect(refusalOf(answer).status).toBe(400);
  });
});

describe('a query at the edge of what is taken', () => {
  it.each([
    ['created_from=0000-01-01T00:00:00Z', 25],
    ['created_from=9999-12-31T23:59:59.999999999Z', 0],
    ['created_to=0000-01-01T00:00:00%2B23:59', 0],
    ['created_to=9999-12-31T23:59:59-23:59', 25],
    ['created_from=2030-01-01T00:00:00Z&created_to=2020-01-01T00:00:00Z', 0],
    ['created_from=2024-02-29T00:00:00Z', 25],
    ['reference=no-such-reference', 0],
    ['phone_number=%2B99999999999', 0],
    [`created_from=2020-01-01T00:00:00.${'1'.repeat(5_000)}Z`, 25],
  ])('%s', async (query, count) => {
    expect(await countOf(query)).toBe(count);
  });

  it('[limits.page] [paging.limit] a page has from 1 to 100 purchases, and 25 unless asked otherwise', async () => {
    expect(await countOf('limit=1')).toBe(1);
    expect(await countOf('limit=100')).toBe(100);
    expect(await countOf('')).toBe(25);
    for (const limit of ['0', '101']) {
      expect(refusalOf(await listed(`limit=${limit}`))).toEqual(invalid('limit'));
    }
  });
});

describe('an id without a purchase on the account is not found', () => {
  it.each([
    'pur_',
    'pur_1',
    'pur_00000000000000000000000000',
    'pur_zzzzzzzzzzzzzzzzzzzzzzzzzz',
    'pur_IIIIIIIIIIIIIIIIIIIIIIIIII',
    'evt_00000000000000000000000000',
    'bat_00000000000000000000000000',
    '00000000-0000-7000-8000-000000000000',
    '1',
    '%00',
    '%20',
    '..%2f..%2fetc%2fpasswd',
    "'%20OR%201=1--",
    '%F0%9F%99%82',
    'ｐｕｒ_',
    '*)(uid=*',
    '{"$ne":null}',
    'a'.repeat(128),
    'a'.repeat(4_000),
  ])('[get.404] [bad.path] %s is not found', async (id) => {
    const answer = await call(api, `/v1/purchases/${id}`);
    expect(refusalOf(answer)).toMatchObject({ status: 404, code: 'not_found', retryable: false });
  });

  it('nor does the id of a purchase in capitals', async () => {
    const { id } = await bought(api);
    expect((await call(api, `/v1/purchases/${id.toUpperCase()}`)).status).toBe(404);
  });
});
