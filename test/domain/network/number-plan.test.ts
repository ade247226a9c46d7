import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isE164, maskPhoneNumber, networkOfPrefix } from '../../../domain/network/number-plan.ts';

describe('a phone number', () => {
  it.each(['+2348031234567', '+12345678', '+123456789012345'])('%s is E.164', (text) => {
    expect(isE164(text)).toBe(true);
  });

  it.each([
    '2348031234567',
    '08031234567',
    '+0348031234567',
    '+1234567',
    '+1234567890123456',
    '+234 803 123 4567',
    '+23480312345a7',
    '+2348031234567\n',
    '+２３４８０３１２３４５６７',
    '',
    '+',
  ])('%j is not', (text) => {
    expect(isE164(text)).toBe(false);
  });

  it('is checked quickly, however long the text is', () => {
    expect(isE164(`+1${'2'.repeat(10_000_000)}`)).toBe(false);
  });

  it('is masked for logs to its country and last two digits', () => {
    expect(maskPhoneNumber('+2348031234567')).toBe('+234…67');
    fc.assert(
      fc.property(fc.stringMatching(/^\+[1-9][0-9]{7,14}$/), (number) => {
        const [country, end, ...more] = maskPhoneNumber(number).split('…');
        expect([country, end, more]).toEqual([number.slice(0, 4), number.slice(-2), []]);
      }),
    );
  });
});

describe('the network of a number by its prefix', () => {
  const prefixes = new Map([
    ['+234803', 'net_mtn_ng'],
    ['+23480', 'net_any_ng'],
    ['+2348031', 'net_special_ng'],
  ]);

  it.each([
    ['+2348031234567', 'net_special_ng'],
    ['+2348039999999', 'net_mtn_ng'],
    ['+2348051234567', 'net_any_ng'],
    ['+2347031234567', null],
    ['+448031234567', null],
    ['', null],
    ['+', null],
  ])('of %j is %s: the longest prefix decides', (number, network) => {
    expect(networkOfPrefix(prefixes, number)).toBe(network);
  });

  it('is unknown without prefixes', () => {
    expect(networkOfPrefix(new Map(), '+2348031234567')).toBeNull();
  });
});
