import { expect, it } from 'vitest';
import { releasePauseMs } from '../../../domain/batch/release.ts';

it.each([
  [0, 0, 0],
  [200, 0, 200],
  [200, 1, 250],
  [200, 50, 5_000],
  [1_000, 3, 1_953],
  // A long wait is kept.
  [3_600_000, 9, 3_600_000],
])('a run that asks for %i ms after %i idle runs waits %i ms', (nextInMs, idlePages, expected) => {
  expect(releasePauseMs(nextInMs, idlePages)).toBe(expected);
});
