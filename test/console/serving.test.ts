import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE_FILES_MAX, REQUESTS_MAX } from '../../api/plugins/rate-limit.ts';
import { CONSOLE_PATHS } from '../../api/routes/console/serve.ts';
import { type ApiFixture, startApi } from '../support/api/fixture.ts';
import { call } from '../support/api/http.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const POLICY =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none';require-trusted-types-for 'script'";

const get = (path: string) => call(api, path, { key: null, headers: { accept: 'text/html' } });

describe('the console', () => {
  it.each(CONSOLE_PATHS.map((path) => path.replace(/:[a-z_]+/, 'pur_1')))(
    '%s is the page, which may run only its own files and call only this API',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('content-security-policy')).toBe(POLICY);
    },
  );

  it.each(['', '?status=running&q=a%2Fb'])(
    '/campaigns/%s, an address of earlier versions, leads to the list of campaigns under the same policy',
    async (query) => {
      const answer = await fetch(`${api.baseUrl}/campaigns/${query}`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([308, `/campaigns${query}`]);
      expect(answer.headers.get('content-security-policy')).toBe(POLICY);
      const list = await fetch(`${api.baseUrl}/campaigns/${query}`);
      expect([list.url, list.status]).toEqual([`${api.baseUrl}/campaigns${query}`, 200]);
      expect(await list.text()).toBe((await get('/campaigns')).text);
    },
  );

  it('loads for many people who share an address', async () => {
    const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec((await get('/')).text) ?? [];
    const remoteAddress = '203.0.113.7';
    // Twenty people whose browsers have nothing of it yet.
    const statuses = new Set<number>();
    for (let file = 0; file < 20 * 60; file += 1) {
      statuses.add((await api.app.inject({ url: script, remoteAddress })).statusCode);
    }
    expect([...statuses]).toEqual([200]);
    const [file, page] = [
      await api.app.inject({ url: script, remoteAddress }),
      await api.app.inject({ url: '/', remoteAddress }),
    ];
    expect(page.statusCode).toBe(200);
    expect(file.headers['ratelimit-limit']).toBe(String(CONSOLE_FILES_MAX));
    expect(page.headers['ratelimit-limit']).toBe(String(REQUESTS_MAX));
  });

  it('reads no other file, whatever the address of a campaign', async () => {
    const { app } = api;
    const outside = await app.inject({ url: '/campaigns/..%2f..%2fpackage.json' });
    // Every address below is a page of the console, which reads no file.
    expect([outside.statusCode, outside.body]).toEqual([200, (await get('/campaigns')).text]);
    expect((await app.inject({ url: '/assets/..%2f..%2f..%2fpackage.json' })).statusCode).toBe(404);
  });

  it('has files with hashed names, which browsers keep, and a first screen of less than 250 KB of script', async () => {
    const { text } = await get('/');
    const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(1);
    let bytes = 0;
    for (const path of files) {
      const answer = await fetch(`${api.baseUrl}${path}`, { headers: { 'accept-encoding': 'gzip' } });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      if (path.endsWith('.js')) bytes += Number(answer.headers.get('content-length'));
    }
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(250_000);
  });

  it.each([
    ['/v1/unknown', 401],
    ['/unknown', 404],
    ['/assets/unknown.js', 404],
    ['/docs/unknown', 404],
  ])('%s is answered by the API with %i in JSON, even for a browser', async (path, status) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toHaveProperty('error.code');
  });
});
