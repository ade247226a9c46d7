import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minorUnits, sum } from '../../../domain/money/money.ts';

describe('an amount in minor units', () => {
  it.each([0, 1, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])('may be %d', (value) => {
    expect(minorUnits(value)).toBe(value);
  });

  it.each([0.1, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1, -(2 ** 53)])(
    'cannot be %d, which is not exact',
    (value) => {
      expect(() => minorUnits(value)).toThrow(RangeError);
    },
  );
});

describe('a sum of amounts', () => {
  it('of nothing is zero', () => {
    expect(sum([])).toBe(0);
  });

  it('is exact', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (amounts) => {
        const exact = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
        expect(BigInt(sum(amounts))).toBe(exact);
      }),
    );
  });

  it('throws rather than lose a kobo', () => {
    expect(() => sum([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError);
  });
});
