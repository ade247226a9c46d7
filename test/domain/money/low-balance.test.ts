import { expect, it } from 'vitest';
import { fellBelow } from '../../../domain/money/low-balance.ts';

it.each([
  [100, 101, 100, false],
  [100, 100, 99, true],
  [100, 101, 0, true],
  [100, 99, 98, false],
  [100, 99, 100, false],
  [100, 99, 101, false],
  [100, 100, 100, false],
  [1, 1, 0, true],
  [null, 100, 0, false],
])('with threshold %s, from %i to %i: %s', (threshold, before, after, expected) => {
  expect(fellBelow(threshold, before, after)).toBe(expected);
});
