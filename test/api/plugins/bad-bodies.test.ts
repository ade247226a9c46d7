import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { buy, call, order, purchaseOf } from '../../support/api/http.ts';
import { rawChunkedPost, rawPost, sendRaw } from '../../support/api/raw.ts';
import { invalid, refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi();
});

afterAll(async () => {
  // Nothing in this file may have bought anything but what says so.
  const { rows } = await api.pool.query<{ reference: string }>('SELECT reference FROM purchases');
  expect(rows.filter(({ reference }) => !reference.startsWith('good-'))).toEqual([]);
  await api.close();
});

const json = JSON.stringify(order());
const UNREADABLE = invalid();
const TOO_LARGE = { ...UNREADABLE, status: 413 };
const OTHER_TYPE = { ...UNREADABLE, status: 415 };

/** A body that would buy, were it not for these bytes in a metadata value. */
function withBytes(...bytes: number[]): Buffer {
  const [before = '', after = ''] = JSON.stringify(order({ metadata: { name: '#' } })).split('#');
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}

describe('a body that is not one JSON object', () => {
  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['white space', ' \n'],
    ['null', 'null'],
    ['an array', `[${json}]`],
    ['a number', '1'],
    ['a text', JSON.stringify(json)],
    ['true', 'true'],
    ['NaN', 'NaN'],
    ['cut off', json.slice(0, -1)],
    ['two objects', json + json],
    ['something behind it', `${json}x`],
    ['a trailing comma', json.replace('}', ',}')],
    ['single quotes', json.replaceAll('"', "'")],
    ['a NUL byte', `${json.slice(0, 10)}\0${json.slice(10)}`],
    ['a raw line break in a text', json.replace('order', 'or\nder')],
    ['UTF-16', Buffer.from(`\ufeff${json}`, 'utf16le')],
    ['UTF-32', Buffer.from([...json].flatMap((char) => [char.charCodeAt(0), 0, 0, 0]))],
    ['bytes that are no UTF-8', withBytes(0xff, 0xfe)],
    ['Latin-1', withBytes(0xe9)],
    ['overlong UTF-8', withBytes(0xc0, 0xaf)],
    ['a surrogate in UTF-8', withBytes(0xed, 0xa0, 0x80)],
    ['arrays 30,000 deep', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['arrays 30,000 deep and open', '['.repeat(30_000)],
    ['__proto__', json.replace('{', '{"__proto__":{"livemode":true},')],
    ['__proto__ in escapes', json.replace('{', '{"\\u005f_proto__":{"a":1},')],
    ['__proto__ in metadata', json.replace('{', '{"metadata":{"__proto__":"x"},')],
    ['constructor.prototype', json.replace('{', '{"constructor":{"prototype":{"a":1}},')],
  ])('[bad.json] is refused: %s', async (_name, body) => {
    expect(refusalOf(await buy(api, body))).toEqual(UNREADABLE);
  });

  it('is rejected: no body', async () => {
    expect(refusalOf(await call(api, '/v1/purchases', { method: 'POST' }))).toEqual(UNREADABLE);
  });

  it.each([
    ['an unknown field of objects 8,000 deep', `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`],
    ['an unknown field of 1e400', '1e400'],
    ['an unknown field of many digits', '9'.repeat(50_000)],
  ])('[bad.json] is refused by its name: %s', async (_name, value) => {
    expect(refusalOf(await buy(api, json.replace('{', `{"extra":${value},`)))).toEqual(invalid('extra'));
  });
});

describe('a body that is too large', () => {
  const padded = (bytes: number) => json.replace('{', `{${' '.repeat(bytes - json.length)}`);

  it.each([
    ['one byte over 128 KiB', 128 * 1024 + 1],
    ['1 MB', 1_000_000],
    ['10 MB', 10_000_000],
  ])('[bad.large] is rejected with 413, and the client can read the answer: %s', async (_name, bytes) => {
    expect(refusalOf(await buy(api, padded(bytes)))).toEqual(TOO_LARGE);
  });

  it('[bad.large] is rejected in chunks without a length too', async () => {
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
    expect(refusalOf(await sendRaw(api, rawChunkedPost(api, chunk.repeat(9))))).toEqual(TOO_LARGE);
  });

  it('but not at 128 KiB', async () => {
    const body = JSON.stringify(order({ reference: 'good-128k' }));
    const padding = ' '.repeat(128 * 1024 - body.length);
    expect((await buy(api, body.replace('{', `{${padding}`))).status).toBe(201);
  });

  it('but not the longest spelling of a purchase: every character escaped', async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [String(index).padStart(40, 'k'), '🙂'.repeat(500)]),
    );
    const body = escapeAll(JSON.stringify(order({ reference: `good-${'r'.repeat(59)}`, metadata })));
    expect(body.length).toBeGreaterThan(120_000);
    const answer = await buy(api, body);
    expect(answer.status).toBe(201);
    expect(JSON.parse(answer.text)).toHaveProperty('metadata', metadata);
  });

  it('[bad.large] other bodies are rejected above 64 KiB', async () => {
    const body = `{"phone_number":"+2348031234567"${' '.repeat(64 * 1024)}}`;
    expect(refusalOf(await call(api, '/v1/number-lookups', { method: 'POST', body }))).toEqual(TOO_LARGE);
  });

  /** Spells every character inside the quotes of a JSON text as an escape. */
  function escapeAll(text: string): string {
    return text.replaceAll(/"([^"]*)"/g, (_whole, inside: string) => {
      const units = Array.from({ length: inside.length }, (_, at) => inside.charCodeAt(at));
      return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
    });
  }
});

describe('a body with another content type or encoding', () => {
  it.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=utf-16',
    'application/json; charset=utf-7',
    'application/json;charset="ISO-8859-1"',
    'nonsense',
  ])('[conventions.json] [bad.type] is rejected with 415: %s', async (type) => {
    expect(refusalOf(await buy(api, json, { headers: { 'content-type': type } }))).toEqual(OTHER_TYPE);
  });

  it.each(['gzip', 'br', 'deflate', 'x'])(
    '[bad.type] is rejected with 415: encoded with %s',
    async (encoding) => {
      const body = encoding === 'gzip' ? gzipSync(json) : json;
      const answer = await buy(api, body, { headers: { 'content-encoding': encoding } });
      expect(refusalOf(answer)).toEqual(OTHER_TYPE);
    },
  );

  it('is rejected with 415: no type', async () => {
    const bytes = rawPost(api, json).replace('Content-Type: application/json\r\n', '');
    expect(refusalOf(await sendRaw(api, bytes))).toEqual(OTHER_TYPE);
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; version=1',
  ])('but is read as %s', async (type) => {
    const body = order({ reference: `good-type-${type.replaceAll(/[^A-Za-z0-9]/g, '-')}` });
    expect((await buy(api, body, { headers: { 'content-type': type } })).status).toBe(201);
  });
});

describe('unusual JSON that is still one object', () => {
  it('may begin with a byte order mark', async () => {
    const answer = await buy(api, `\ufeff${JSON.stringify(order({ reference: 'good-bom' }))}`);
    expect(answer.status).toBe(201);
  });

  it('[bad.json] may have duplicate keys: the last wins', async () => {
    const body = JSON.stringify(order({ reference: 'good-last' })).replace('{', '{"reference":"first",');
    expect(purchaseOf(await buy(api, body)).reference).toBe('good-last');
  });

  it('may come in chunks with extensions', async () => {
    const body = JSON.stringify(order({ reference: 'good-chunks' }));
    const chunk = (text: string) => `${text.length.toString(16)};name="value"\r\n${text}\r\n`;
    const chunks = `${chunk(body.slice(0, 9))}${chunk(body.slice(9))}0\r\n\r\n`;
    const answer = await sendRaw(api, rawChunkedPost(api, chunks));
    expect(answer.status).toBe(201);
  });
});
