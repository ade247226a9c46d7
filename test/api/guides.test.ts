import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, startApi } from '../support/api/fixture.ts';

const PAGE = `<!doctype html><title>Webhooks</title>${' '.repeat(2_000)}`;

let folder: string;
let api: ApiFixture;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guides-'));
  api = await startApi({ guidesDir: join(folder, 'guides') });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The path goes out as it is: `fetch` would tidy `..` away. */
async function get(path: string, headers: Record<string, string> = {}) {
  const asked = request({ port: api.port, host: '127.0.0.1', path, headers }).end();
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  if (answer === undefined) throw new Error('no answer');
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

it('says how the guides are built while they are not', async () => {
  const answer = await get('/docs/guides/');
  expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(answer.body.toString()).toContain('npm run docs');
  expect((await get('/docs/')).status).toBe(200);
});

describe('guides that were built while the API runs', () => {
  beforeAll(() => {
    mkdirSync(join(folder, 'guides', 'assets'), { recursive: true });
    const write = (name: string, text: string | Buffer) => writeFileSync(join(folder, 'guides', name), text);
    for (const name of ['index.html', 'webhooks.html', '404.html']) write(name, PAGE);
    write('webhooks.html.gz', gzipSync(PAGE));
    write('assets/app.1a2b.js', 'export {}');
    writeFileSync(join(folder, 'secret.txt'), 'classified');
  });

  it.each([
    ['/docs/guides/', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/guides/webhooks.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/guides/webhooks', 'text/html; charset=utf-8', 'no-cache'],
    [
      '/docs/guides/assets/app.1a2b.js',
      'application/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
  ])('serves %s', async (path, type, cacheControl) => {
    const { status, headers } = await get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, cacheControl]);
    expect(headers['svc-request-id']).toMatch(/^req_/);
    expect((await get(path, { 'if-none-match': String(headers.etag) })).status).toBe(304);
  });

  it('sends a compressed page to a client that takes it', async () => {
    const { headers, body } = await get('/docs/guides/webhooks.html', { 'accept-encoding': 'gzip' });
    expect([headers['content-encoding'], headers.vary]).toEqual(['gzip', 'accept-encoding']);
    expect(body.length).toBeLessThan(PAGE.length);
  });

  it('redirects the address without its slash', async () => {
    const { status, headers } = await get('/docs/guides');
    expect([status, headers.location]).toEqual([301, '/docs/guides/']);
  });

  it('answers an unknown page with 404 and a page', async () => {
    const { status, headers, body } = await get('/docs/guides/nothing');
    expect([status, headers['content-type'], body.toString()]).toEqual([
      404,
      'text/html; charset=utf-8',
      PAGE,
    ]);
  });

  it('allows a page its own scripts and no other source', async () => {
    const { headers } = await get('/docs/guides/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none';script-src 'self';style-src 'self';");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
    expect([headers['x-content-type-options'], headers['referrer-policy']]).toEqual([
      'nosniff',
      'no-referrer',
    ]);
  });

  it.each([
    '../secret.txt',
    '..%2fsecret.txt',
    '%2e%2e/secret.txt',
    'assets/../../secret.txt',
    '..%5csecret.txt',
  ])('serves nothing outside its folder: %s', async (path) => {
    const { status, body } = await get(`/docs/guides/${path}`);
    expect([status, body.toString()]).toEqual([404, expect.not.stringContaining('classified')]);
  });

  it('limits how often an address asks', async () => {
    // A slow machine may need more than one window for 230 requests, so they are sent again.
    const limited = async () => {
      const answers = await Promise.all(Array.from({ length: 230 }, () => get('/docs/guides/webhooks')));
      return answers.filter(({ status }) => status === 429).length;
    };
    await expect.poll(limited).toBeGreaterThan(0);
  });
});
