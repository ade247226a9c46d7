import { describe, expect, it } from 'vitest';
import { canPause, shareOf, shownState } from '../../../console/src/campaigns/live/counts.ts';

const NONE = {
  rows: 0,
  valid: 0,
  invalid: 0,
  duplicates: 0,
  waiting: 0,
  refused: 0,
  pending: 0,
  successful: 0,
  failed: 0,
  reversed: 0,
};

describe('the share of a campaign that is done', () => {
  it.each([
    ['is 0 before the start, however many rows are skipped', { valid: 9, refused: 1, waiting: 8 }, 0],
    ['counts what was bought and is final', { valid: 9, refused: 1, waiting: 2, pending: 2, failed: 4 }, 0.5],
    ['is all at the end', { valid: 9, refused: 1, successful: 5, failed: 2, reversed: 1 }, 1],
    ['is all if nothing is to be bought', { valid: 2, refused: 2 }, 1],
    ['is not rounded up', { valid: 1_000, successful: 999, pending: 1 }, 0.99],
  ])('%s', (_title, counts, share) => {
    expect(shareOf({ counts: { ...NONE, ...counts } })).toBe(share);
  });
});

describe('a campaign can be paused', () => {
  const pauseOf = (code: string) => ({ code, message: '' });
  it.each([
    ['while it runs', 'running', null, 1, true],
    ['not when no row waits any more', 'running', null, 0, false],
    [
      'while it waits for funds, so that it does not continue by itself',
      'paused',
      'insufficient_balance',
      1,
      true,
    ],
    ['while it is at a spending limit', 'paused', 'spending_limit', 1, true],
    ['not when it is paused', 'paused', 'requested', 1, false],
    ['not when it waits for a decision', 'paused', 'price_changed', 1, false],
    ['not after it was cancelled', 'canceled', null, 1, false],
  ] as const)('%s', (_title, status, code, waiting, can) => {
    const counts = { ...NONE, waiting };
    expect(canPause({ status, pause: code === null ? null : pauseOf(code), counts })).toBe(can);
  });
});

it('a row that waits in a cancelled campaign is shown as not bought', () => {
  expect(shownState('waiting', 'canceled')).toBe('canceled');
  expect(shownState('waiting', 'paused')).toBe('waiting');
  expect(shownState('pending', 'canceled')).toBe('pending');
});
