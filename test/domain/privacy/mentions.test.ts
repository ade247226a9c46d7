import { describe, expect, it } from 'vitest';
import { eraseResource, replaceInJson, replaceMentions } from '../../../domain/privacy/mentions.ts';

const NUMBER = { phoneNumber: '+2348031234567', callingCode: '234', national: '8031234567' };
const replace = replaceMentions(NUMBER, '+999000000000001');

describe('a mention of a number is replaced', () => {
  it.each([
    '+2348031234567',
    '2348031234567',
    '002348031234567',
    '08031234567',
    '8031234567',
    '+234 803 123 4567',
    '+234 (0) 803-123-4567',
    '0803.123.4567',
    "'08031234567",
  ])('%s', (written) => {
    expect(replace(written)).toMatch(/^'?\+999000000000001$/);
    expect(replace(`call ${written}, or mail`)).toMatch(/^call '?\+999000000000001, or mail$/);
  });
});

describe('another text stays', () => {
  it.each([
    '+2347031234567',
    '+23480312345678',
    '18031234567890',
    'order 98031234567',
    '+447031234567',
    '803123456',
    '',
    'no number at all',
  ])('%s', (text) => expect(replace(text)).toBe(text));
});

it('a number of an unknown country is compared as a whole', () => {
  const unknown = replaceMentions(
    { phoneNumber: '+8881234567', callingCode: '', national: '8881234567' },
    'x',
  );
  expect([unknown('+8881234567'), unknown('8881234567'), unknown('1234567')]).toEqual(['x', 'x', '1234567']);
});

it('texts of a JSON value are replaced, except references, and the rest is the same value', () => {
  const value = {
    reference: 'o-08031234567',
    list: ['08031234567', { to: '+2348031234567' }],
    count: 3,
    none: null,
  };
  expect(replaceInJson(value, replace)).toEqual({
    ...value,
    list: ['+999000000000001', { to: '+999000000000001' }],
  });
  const other = { list: ['08039999999'], reference: 'o' };
  expect(replaceInJson(other, replace)).toBe(other);
});

it('a purchase in an event loses its metadata too', () => {
  const purchase = { object: 'purchase', phone_number: '+2348031234567', metadata: { customer: 'Ada' } };
  expect(eraseResource({ data: { purchase }, metadata: { kept: '1' } }, replace)).toEqual({
    data: { purchase: { object: 'purchase', phone_number: '+999000000000001', metadata: {} } },
    metadata: { kept: '1' },
  });
});
