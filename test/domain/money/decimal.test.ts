import { describe, expect, it } from 'vitest';
import { compareDecimals, isDecimal } from '../../../domain/money/decimal.ts';

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
});
