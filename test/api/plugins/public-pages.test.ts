import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';

const PROXY = ['127.0.0.1/32'];
const LARGE = ['/openapi.json', '/docs/js/scalar.js', '/device', '/device/main.js'];
const PAGES = [...LARGE, '/docs/', '/favicon.ico'];

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi({ trustedProxies: PROXY });
});
afterAll(() => api.close());

/** Calls from a separate address, since each address has a separate limit. */
async function get(path: string, headers: Record<string, string> = {}, address = '203.0.113.1') {
  const answer = await request(`${api.baseUrl}${path}`, {
    headers: { 'x-forwarded-for': address, ...headers },
  });
  const body = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, headers: answer.headers, body };
}

let subscribers = 0;

/** Repeats an expectation for new subscribers until all its requests are within one window of 10 s. */
function withinWindow(expectation: (subscriber: string) => Promise<void>): Promise<void> {
  return vi.waitFor(
    () => {
      subscribers += 1;
      return expectation(`2001:db8:2:${subscribers}`);
    },
    { timeout: 55_000 },
  );
}

describe('a page that anyone may read', () => {
  it.each(LARGE)(
    '%s has its size and an ETag, and is compressed for clients that take gzip',
    async (path) => {
      const plain = await get(path);
      expect(plain.status).toBe(200);
      expect(plain.headers['content-length']).toBe(String(plain.body.length));
      expect(plain.headers['content-encoding']).toBeUndefined();

      const compressed = await get(path, { 'accept-encoding': 'gzip, br' });
      expect(compressed.headers['content-encoding']).toBe('gzip');
      expect(compressed.headers['content-length']).toBe(String(compressed.body.length));
      expect(compressed.body.length).toBeLessThan(plain.body.length);
      expect(gunzipSync(compressed.body).equals(plain.body)).toBe(true);
      expect(compressed.headers.vary).toContain('Accept-Encoding');
      expect(compressed.headers.etag).not.toBe(plain.headers.etag);
    },
  );

  it.each(PAGES)('%s is not sent again to a client that has it', async (path) => {
    for (const encoding of ['gzip', 'identity']) {
      const first = await get(path, { 'accept-encoding': encoding });
      const again = await get(path, {
        'accept-encoding': encoding,
        'if-none-match': `"other", ${String(first.headers.etag)}`,
      });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect(again.headers.etag).toBe(first.headers.etag);
    }
  });

  it('[owasp.4] is rejected with 429 for an address that asks too often, and for no other', async () => {
    const ask = (address: string) => get('/device', {}, address);
    await withinWindow(async (subscriber) => {
      const all = await Promise.all(Array.from({ length: 260 }, () => ask(`${subscriber}::1`)));
      const refused = all.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThanOrEqual(60);
      expect(all.length - refused.length).toBeGreaterThanOrEqual(200);
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(JSON.parse(String(refused[0]?.body))).toMatchObject({ error: { code: 'rate_limited' } });

      // The same subscriber, and another one.
      expect((await ask(`${subscriber}:ffff::9`)).status).toBe(429);
      expect((await ask('2001:db8:1:2::1')).status).toBe(200);
    });
  });

  it('is refused sooner where it is large', () =>
    withinWindow(async (subscriber) => {
      const ask = () => get('/docs/js/scalar.js', { 'accept-encoding': 'gzip' }, `${subscriber}::1`);
      const statuses: number[] = [];
      for (let asked = 0; asked < 40; asked++) statuses.push((await ask()).status);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
      expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200));
    }));
});
