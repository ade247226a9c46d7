import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { bought, buy, call, order } from '../../support/api/http.ts';
import { expectBooksInOrder, INVALID_PHONE_NUMBER, invalid, refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi();
});

afterAll(async () => {
  await expectBooksInOrder(api);
  await api.close();
});

function field(name: string, value: unknown) {
  return buy(api, order({ [name]: value }));
}

describe('reference', () => {
  it.each([
    ['1 character', 'a'],
    ['64 characters', 'b'.repeat(64)],
    ['every character allowed', 'AZaz09-_.:'],
    ['a hyphen first', '-1'],
    ['dots only', '..'],
  ])('[purchases.reference] [limits.reference] is taken with %s', async (_name, reference) => {
    expect((await bought(api, order({ reference }))).reference).toBe(reference);
  });

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['null', null],
    ['empty', ''],
    ['of 65 characters', 'a'.repeat(65)],
    ['of 60,000 characters', 'a'.repeat(60_000)],
    ['a number', 1001],
    ['a list', ['a']],
    ['an object', { a: 1 }],
    ['with a space', 'a b'],
    ['with a slash', 'a/b'],
    ['with a line break at its end', 'order-1\n'],
    ['with a NUL', 'a\0'],
    ['with an emoji', 'a🙂'],
    ['with a full-width digit', 'a１'],
    ['with a lone surrogate', 'a\ud800'],
    ['with SQL', "a'--"],
  ])('[purchases.reference] [bad.reference] is refused: %s', async (_name, value) => {
    expect(refusalOf(await field('reference', value))).toEqual(invalid('reference'));
  });
});

describe('phone_number', () => {
  it.each([
    ['7 digits', '+1234567'],
    ['16 digits', '+1234567890123456'],
    ['no digit', '+'],
    ['nothing', ''],
    ['a leading zero', '+0803123456'],
    ['no plus', '2348031234567'],
    ['00 for the plus', '002348031234567'],
    ['two pluses', '++2348031234567'],
    ['spaces', '+234 803 123 4567'],
    ['a space behind', '+2348031234567 '],
    ['a line break behind', '+2348031234567\n'],
    ['hyphens', '+234-803-1234567'],
    ['letters', '+234803CALLME'],
    ['full-width digits', '+２３４８０３１２３４５６７'],
    ['Arabic digits', '+٢٣٤٨٠٣١٢٣٤٥٦٧'],
    ['a right-to-left mark', '\u200f+2348031234567'],
    ['a full-width plus', '＋2348031234567'],
    ['an extension', '+2348031234567;ext=1'],
    ['60,000 digits', `+${'1'.repeat(60_000)}`],
    ['a number', 2348031234567],
    ['null', null],
    ['a list', ['+2348031234567']],
  ])(
    '[purchases.phone_number] [errors.invalid_phone_number] is refused by invalid_phone_number: %s',
    async (_name, value) => {
      expect(refusalOf(await field('phone_number', value))).toEqual(INVALID_PHONE_NUMBER);
    },
  );

  it('[bad.phone_number] of 10^6 characters is rejected before it is parsed', async () => {
    const answer = await field('phone_number', '1'.repeat(1_000_000));
    expect(answer.status).toBe(413);
  });

  it.each(['+12345678', '+123456789012345'])(
    'is E.164 with 8 and with 15 digits, of a network or not: %s',
    async (phone) => {
      expect(refusalOf(await field('phone_number', phone)).code).toBe('unsupported_network');
    },
  );

  it('[purchases.phone_number] is asked for by name when it is missing', async () => {
    expect(refusalOf(await field('phone_number', undefined))).toEqual(invalid('phone_number'));
  });
});

describe.each(['bundle_id', 'network_id'])('%s', (name) => {
  it.each<[string, unknown]>([
    ['null', null],
    ['empty', ''],
    ['a number', 7],
    ['of 65 characters', 'b'.repeat(65)],
    ['with a NUL', 'bnd_\0'],
    ['with a lone surrogate', 'bnd_\udc00'],
  ])('[purchases.bundle_id] is refused: %s', async (_name, value) => {
    expect(refusalOf(await field(name, value))).toEqual(invalid(name));
  });

  it.each(['__proto__', 'constructor', "bnd_' OR 1=1", '../../etc/passwd', 'bnd_🙂'])(
    'of nothing is no such thing: %s',
    async (value) => {
      expect((await field(name, value)).status).toBe(422);
    },
  );
});

function keys(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, 'x']));
}

describe('metadata', () => {
  it.each<[string, Record<string, string>]>([
    ['20 keys', keys(20)],
    ['an empty value', { a: '' }],
    ['a value of 500 characters', { a: 'x'.repeat(500) }],
    ['a value of 500 characters outside the basic plane', { a: '🙂'.repeat(500) }],
    ['a key of 40 characters', { ['k'.repeat(40)]: 'x' }],
    ['every character allowed in keys', { 'AZaz09_.-': 'x' }],
    ['keys that objects have of themselves', { constructor: 'a', toString: 'b', hasOwnProperty: 'c' }],
    ['line breaks, quotes and controls', { a: '\n\t"\\\u0001\u007f\u2028' }],
  ])('[purchase.metadata] [purchases.metadata] is kept as sent: %s', async (_name, metadata) => {
    const { id } = await bought(api, order({ metadata }));
    const read = await call(api, `/v1/purchases/${id}`);
    expect(JSON.parse(read.text)).toHaveProperty('metadata', metadata);
  });

  it.each<[string, unknown]>([
    ['21 keys', keys(21)],
    ['a value of 501 characters', { a: 'x'.repeat(501) }],
    ['a value of 501 characters outside the basic plane', { a: '🙂'.repeat(501) }],
    ['a nested object', { a: { b: 'c' } }],
    ['a list', { a: ['b'] }],
    ['null', { a: null }],
    ['a number', { a: 1 }],
    ['true', { a: true }],
    ['an empty key', { '': 'x' }],
    ['a key of 41 characters', { ['k'.repeat(41)]: 'x' }],
    ['a key of 50,000 characters', { ['k'.repeat(50_000)]: 'x' }],
    ['a key with a space', { 'a b': 'x' }],
    ['a key with an emoji', { '🙂': 'x' }],
    ['a NUL', { a: 'a\0b' }],
    ['a lone surrogate', { a: 'a\ud800b' }],
    ['a text for all of it', 'x'],
    ['a list for all of it', []],
    ['null for all of it', null],
  ])('[limits.metadata] [bad.metadata] is refused: %s', async (_name, metadata) => {
    expect(refusalOf(await field('metadata', metadata))).toEqual(invalid('metadata'));
  });
});

it('counts metadata keys before it judges any of them', async () => {
  const bad = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`bad ${index}`, 1]));
  const answer = await field('metadata', bad);
  expect(refusalOf(answer)).toEqual(invalid('metadata'));
  expect(answer.text).toContain('must have at most 20 keys');
});

describe('a field that does not exist', () => {
  it.each(['refrence', 'Reference', 'amount', 'livemode', 'batch_id', 'id', 'status'])(
    '[purchases.400] [owasp.3] is refused by its name: %s',
    async (name) => {
      expect(refusalOf(await field(name, 'x'))).toEqual(invalid(name));
    },
  );

  it.each(['k'.repeat(50_000), '🙂'.repeat(10_000), '\u0001'.repeat(8_000), '\ud800'.repeat(8_000)])(
    'is refused shortly however long its name is',
    async (name) => {
      expect(refusalOf(await field(name, 'x'))).toMatchObject(invalid());
    },
  );
});
