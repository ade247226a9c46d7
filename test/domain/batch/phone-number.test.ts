import { describe, expect, it } from 'vitest';
import { explainPhoneNumber, shownCell } from '../../../domain/batch/phone-number.ts';

const prefixes = new Map([['+234803', 'net_mtn']]);

describe('what spreadsheets do to phone numbers', () => {
  it.each([
    ['2348031234567', 'lost_plus', /no \+ at the beginning.*\+2348031234567/],
    ['447911123456', 'lost_plus', /no \+ at the beginning/],
    ['8031234567', 'lost_leading_zero', /no country code.*\+2348031234567/],
    ['08031234567', 'local_format', /local format/],
    ['2.34803E+12', 'scientific_notation', /scientific notation/],
    ['2,34803E+12', 'scientific_notation', /scientific notation/],
    ['2.34E12', 'scientific_notation', /scientific notation/],
    ['+2.34803e+12', 'scientific_notation', /scientific notation/],
    ['2348031234567.0', 'decimal_number', /decimal/],
    ['002348031234567', 'international_prefix', /begins with 00.*\+2348031234567/],
    ['+234 803 123 4567', 'separators', /Write \+2348031234567/],
    ['+234-803-123-4567', 'separators', /Write \+2348031234567/],
    ['+234\u00a0803\u00a0123\u00a04567', 'separators', /Write \+2348031234567/],
  ])('%s is %s', (text, damage, message) => {
    const fault = explainPhoneNumber(text, prefixes);
    expect(fault?.damage).toBe(damage);
    expect(fault?.message).toMatch(message);
  });

  it.each([
    '+0803123456',
    '+234803',
    '+23480312345678901',
    'unknown',
    '12345',
    '+234803123456a',
    '=1+1',
    '０８０３',
  ])('%s is not a phone number, and the damage is unknown', (text) =>
    expect(explainPhoneNumber(text, prefixes)).toMatchObject({ damage: null }),
  );

  it.each(['+2348031234567', '+12345678', '+123456789012345'])('%s is a phone number', (text) => {
    expect(explainPhoneNumber(text, prefixes)).toBeNull();
  });
});

it('shortens a long cell to fit a line, and never splits a character', () => {
  expect(shownCell('x'.repeat(10_000)).length).toBeLessThan(50);
  expect(shownCell('😀'.repeat(30)).isWellFormed()).toBe(true);
});
