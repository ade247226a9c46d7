import { describe, expect, it } from 'vitest';
import { compareDecimals, isDecimal, subtractDecimals, toPlaces } from '../../../domain/money/decimal.ts';

describe('decimals as text', () => {
  it.each([
    ['1', '1.00', 0],
    ['0.1', '0.10', 0],
    ['10', '9.99', 1],
    ['-1', '0', -1],
    ['-2.5', '-2.49', -1],
    ['123456789012345678901234567890.1', '123456789012345678901234567890.2', -1],
  ])('%s against %s', (one, other, expected) => {
    expect(compareDecimals(one, other)).toBe(expected);
    expect(compareDecimals(other, one)).toBe(expected === 0 ? 0 : -expected);
  });

  it.each(['', '.5', '1.', '1e3', '1,000', 'NaN', '+1', ' 1'])('%j is not a decimal', (text) => {
    expect(isDecimal(text)).toBe(false);
    expect(() => compareDecimals(text, '1')).toThrow(TypeError);
  });

  it.each([
    ['5109.53732', '2004.50532', '3105.032'],
    ['0.3', '0.1', '0.2'],
    ['1', '1.00', '0'],
    ['1', '1.05', '-0.05'],
    ['90071992547409.93', '0.000001', '90071992547409.929999'],
  ])('%s less %s is %s', (one, other, difference) => {
    expect(subtractDecimals(one, other)).toBe(difference);
  });

  it.each([
    ['3105.0320000001', '3105.032'],
    ['1.2345675', '1.234568'],
    ['0.0000004', '0'],
    ['500', '500'],
    ['-0.0500', '-0.05'],
  ])('%s with six places is %s', (text, rounded) => {
    expect(toPlaces(text, 6)).toBe(rounded);
  });
});
