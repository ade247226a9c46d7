import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, parseAmount } from '../../../domain/money/amount.ts';

describe('amounts that people write', () => {
  it.each([
    ['750000.00', 'NGN', 75_000_000],
    ['750,000.00', 'NGN', 75_000_000],
    ['-0.50', 'NGN', -50],
    ['+1.05', 'NGN', 105],
    ['0.00', 'NGN', 0],
    ['1500', 'XOF', 1_500],
  ])('reads %s %s as %i', (text, currency, amount) => {
    expect(parseAmount(text, currency)).toBe(amount);
  });

  it.each([
    ['750000', 'NGN', 'it may have been meant as kobo'],
    ['750000.0', 'NGN', 'a decimal is missing'],
    ['750000.000', 'NGN', 'a decimal too many'],
    ['7,50,000.00', 'NGN', 'grouped in another way'],
    ['1.500,00', 'NGN', 'comma and point changed places'],
    ['1500.00', 'XOF', 'a currency without decimals'],
    ['9007199254740993.00', 'NGN', 'no exact number'],
    ['', 'NGN', 'nothing'],
    ['1e3', 'NGN', 'a power'],
  ])('does not guess at %j %s: %s', (text, currency) => {
    expect(parseAmount(text, currency)).toBeNull();
  });

  it('reads back what it writes', () => {
    const writtenAndRead = (amount: number, currency: string) => {
      const [text = ''] = formatAmount(amount, currency).split(' ');
      return parseAmount(text, currency);
    };
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom('NGN', 'XOF'), (amount, currency) => {
        expect(writtenAndRead(amount, currency)).toBe(amount);
      }),
    );
    expect(formatAmount(-123_456_789, 'NGN')).toBe('-1,234,567.89 NGN');
  });
});
