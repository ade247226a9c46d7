import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceAllowedRanges } from '../../../db/accounts/allowed-ranges.ts';
import type { AccountId } from '../../../domain/ids.ts';
import { type ApiFixture, addClient, addKey, startApi } from '../../support/api/fixture.ts';
import { buy, call, list, order } from '../../support/api/http.ts';
import { knownEverywhere, refusalOf } from '../../support/api/refusal.ts';

/** No proxy is trusted: clients connect directly. */
let direct: ApiFixture;
/** The test itself, on 127.0.0.1, is a trusted proxy, and so is everything in 10/8. */
let proxied: ApiFixture;

beforeAll(async () => {
  [direct, proxied] = await Promise.all([
    startApi(),
    startApi({ trustedProxies: ['127.0.0.1/32', '10.0.0.0/8'] }),
  ]);
});

afterAll(() => Promise.all([direct.close(), proxied.close()]));

const NOT_ALLOWED = { status: 403, code: 'ip_not_allowed', retryable: false };

function allow({ pool }: ApiFixture, accountId: AccountId, ...ranges: string[]): Promise<void> {
  return replaceAllowedRanges(pool, accountId, ranges, { operator: 'test', reason: 'test' });
}

async function clientAllowedFrom(fixture: ApiFixture, ...ranges: string[]) {
  const client = await addClient(fixture.pool, { balance: 100_000 });
  await allow(fixture, client.accountId, ...ranges);
  return client;
}

/** A call through proxies that wrote this into X-Forwarded-For. */
function forwarded(fixture: ApiFixture, key: string, forwardedFor: string) {
  return call(fixture, '/v1/balance', { key, headers: { 'x-forwarded-for': forwardedFor } });
}

describe('Authentication 3: a valid key from outside the allowlist', () => {
  it('[purchases.403] [auth.3] is 403 ip_not_allowed, with the address that we saw, and buys nothing', async () => {
    const { key, accountId } = await clientAllowedFrom(direct, '203.0.113.0/24');
    const answer = await buy(direct, order({ reference: 'from-outside' }), { key });
    expect(refusalOf(answer)).toEqual(NOT_ALLOWED);
    expect(answer.text).toContain('127.0.0.1');
    expect(answer.headers.get('ratelimit-remaining')).toBe(answer.headers.get('ratelimit-limit'));
    expect(answer.headers.get('ratelimit-reset')).toBe('1');

    await allow(direct, accountId);
    await knownEverywhere();
    expect((await list(direct, { reference: 'from-outside' }, { key })).data).toEqual([]);
  });

  it('is refused whichever key of the account it is, and on every path', async () => {
    const { key, accountId } = await clientAllowedFrom(direct, '2001:db8::/32');
    const second = await addKey(direct.pool, accountId);
    for (const path of ['/v1/balance', '/v1/purchases', '/v1/purchases/pur_1', '/v1/nothing'])
      for (const each of [key, second])
        expect(refusalOf(await call(direct, path, { key: each }))).toEqual(NOT_ALLOWED);
  });

  it('comes after the key: a wrong key is 401 from anywhere', async () => {
    expect((await call(direct, '/v1/balance', { key: 'bw_live_wrong' })).status).toBe(401);
  });

  it('comes before shape: the body is not judged', async () => {
    const { key } = await clientAllowedFrom(direct, '203.0.113.0/24');
    expect(refusalOf(await buy(direct, '{', { key }))).toEqual(NOT_ALLOWED);
  });
});

describe('an allow-list', () => {
  it.each([['127.0.0.1'], ['127.0.0.0/8'], ['203.0.113.0/24', '127.0.0.1/32']])(
    'with this address in it opens: %s',
    async (...ranges) => {
      const { key } = await clientAllowedFrom(direct, ...ranges);
      expect((await call(direct, '/v1/balance', { key })).status).toBe(200);
    },
  );

  it('that is changed holds within a second, both ways', async () => {
    const { key, accountId } = await clientAllowedFrom(direct);
    const status = async () => (await call(direct, '/v1/balance', { key })).status;
    expect(await status()).toBe(200);
    await allow(direct, accountId, '203.0.113.0/24');
    await knownEverywhere();
    expect(await status()).toBe(403);
    await allow(direct, accountId, '127.0.0.1/32');
    await knownEverywhere();
    expect(await status()).toBe(200);
  });

  it('of another account does not count', async () => {
    await clientAllowedFrom(direct, '203.0.113.0/24');
    expect((await call(direct, '/v1/balance')).status).toBe(200);
  });
});

describe('X-Forwarded-For', () => {
  it('[bad.headers] is not believed from a client that is no configured proxy', async () => {
    const outside = await clientAllowedFrom(direct, '203.0.113.0/24');
    expect((await forwarded(direct, outside.key, '203.0.113.9')).status).toBe(403);
    const inside = await clientAllowedFrom(direct, '127.0.0.1/32');
    expect((await forwarded(direct, inside.key, '203.0.113.9')).status).toBe(200);
  });

  it.each([
    ['the client of a trusted proxy', '203.0.113.9', 200],
    ['the same in IPv6 that maps it', '::ffff:203.0.113.9', 200],
    ['a client of IPv6', '2001:db8::7', 200],
    ['another client', '198.51.100.1', 403],
    ['a client behind two trusted proxies', '203.0.113.9, 10.1.2.3', 200],
    ['a client that sends an allowed address before its real one', '203.0.113.9, 198.51.100.1', 403],
    ['the same through two proxies', '203.0.113.9, 198.51.100.1, 10.1.2.3', 403],
    ['nonsense', 'unknown', 403],
    ['an allowed address behind nonsense', 'x, 203.0.113.9', 200],
    ['nothing at all: the proxy itself', '', 403],
  ])('of a trusted proxy tells the client: %s', async (_name, forwardedFor, status) => {
    const { key } = await clientAllowedFrom(proxied, '203.0.113.0/24', '2001:db8::/32');
    expect((await forwarded(proxied, key, forwardedFor)).status).toBe(status);
  });

  it('of 200 entries is read in time, and never answered by a 5xx', async () => {
    const { key } = await clientAllowedFrom(proxied, '203.0.113.0/24');
    const chain = Array.from({ length: 200 }, () => '10.0.0.1').join(', ');
    expect((await forwarded(proxied, key, `203.0.113.9, ${chain}`)).status).toBe(200);
    expect((await forwarded(proxied, key, ','.repeat(5_000))).status).toBe(403);
  });
});
