import { describe, expect, it } from 'vitest';
import { isPhoneCountry } from '../../../services/batches/mobile-number.ts';
import { createNumberReader } from '../../../services/batches/read-number.ts';

const prefixes = new Map([
  ['+234803', 'net_mtn'],
  ['+254712', 'net_saf'],
]);
const ADA = '+2348031234567';

function read(text: string, country: string | null = null, repair: 'never' | 'accept' = 'accept') {
  const defaultCountry = country !== null && isPhoneCountry(country) ? country : null;
  return createNumberReader({ repair, defaultCountry }, prefixes)(text);
}

describe('a number that can only be one number is corrected', () => {
  it.each([
    ['2348031234567', null, ADA, 'lost_plus'],
    ['002348031234567', null, ADA, 'international_prefix'],
    ['+234 803 123 4567', null, ADA, 'separators'],
    ['+234 (0) 803-123.4567', null, ADA, 'separators'],
    ['(234) 803 123 4567', null, ADA, 'separators'],
    ['00 234 803/123/4567', null, ADA, 'separators'],
    ['2348031234567.0', null, ADA, 'decimal_number'],
    ['+2348031234567.00', null, ADA, 'decimal_number'],
    ['\u202a+2348031234567\u202c', null, ADA, 'separators'],
    ['+234\u200f8031234567', null, ADA, 'separators'],
    ["'2348031234567", null, ADA, 'separators'],
    ['08031234567', 'NG', ADA, 'local_format'],
    ['8031234567', 'NG', ADA, 'lost_leading_zero'],
    ['8031234567.0', 'NG', ADA, 'decimal_number'],
    ['0803 123 4567', 'NG', ADA, 'separators'],
    ['0712345678', 'KE', '+254712345678', 'local_format'],
    ['254712345678', 'NG', '+254712345678', 'lost_plus'],
  ])('[campaign.numbers.repair] %s in %s is %s', (text, country, number, damage) => {
    expect(read(text, country)).toEqual({ kind: 'corrected', number, damage });
  });
});

describe('a number that has lost digits, or can be several, stays an error', () => {
  it.each([
    ['2.34803E+12', 'NG'],
    ['2.348031234567E+12', 'NG'],
    ['08031234567', null],
    ['8031234567', null],
    ['08031234567', 'KE'],
    ['0803123456', 'NG'],
    ['23480312345', 'NG'],
    ['803123', 'NG'],
    ['08031234567 08031234568', 'NG'],
    ['2348031234567x', 'NG'],
    ['=2348031234567', 'NG'],
    ['0'.repeat(100_000), 'NG'],
    ['', 'NG'],
  ])('[campaign.numbers.lost] %.40s in %s', (text, country) => {
    expect(read(text, country)).toMatchObject({ kind: 'fault' });
  });

  it('[campaign.numbers.guess] also when both forms are mobile numbers', () => {
    // The last one is a number of Singapore without +, or a local number of India.
    expect(read('33612345678', 'FR')).toMatchObject({ kind: 'corrected', number: '+33612345678' });
    expect(read('9198765432', 'IN')).toMatchObject({ kind: 'corrected' });
    expect(read('6588828784', 'IN')).toMatchObject({
      kind: 'fault',
      fault: { message: expect.stringMatching(/can mean \+6588828784 or \+916588828784/) },
    });
  });

  it('and with repair=never', () => {
    expect(read('2348031234567', 'NG', 'never')).toMatchObject({
      kind: 'fault',
      fault: { damage: 'lost_plus' },
    });
  });
});

describe('a number in E.164', () => {
  it.each(['+23480312345', '+23480312', '+234803123456', '+23480312345678'])(
    '[campaign.numbers.possible] %s is not a mobile number of its country',
    (text) => {
      expect(read(text)).toMatchObject({
        kind: 'fault',
        fault: { message: expect.stringMatching(/not a mobile number/) },
      });
    },
  );

  it.each([ADA, '+254712345678', '+2348030000203', '+2348030000981'])('%s is taken as it is', (text) => {
    expect(read(text)).toEqual({ kind: 'number', number: text });
  });

  it('is left to the check of its network if it is outside our networks', () => {
    expect(read('+447700900123')).toEqual({ kind: 'number', number: '+447700900123' });
  });
});
