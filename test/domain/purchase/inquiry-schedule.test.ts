import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  inquiryDelayMs,
  lateOffsetsFrom,
  nextInquiry,
  nextLookAt,
} from '../../../domain/purchase/inquiry-schedule.ts';

const DELAYS = [2_000, 5_000, 9_000];
const SENT_AT = 1_000_000;
const SETTLE_BY = SENT_AT + 60_000;
const schedule = { delaysMs: DELAYS, sentAt: SENT_AT, settleBy: SETTLE_BY };
const HOUR = 3_600_000;

describe('the delay of an inquiry', () => {
  it.each([
    [0, 2_000],
    [2, 9_000],
    [3, 13_000],
    [4, 17_000],
  ])('%i comes %i ms after the send: the last spacing repeats', (nth, ms) => {
    expect(inquiryDelayMs(DELAYS, nth)).toBe(ms);
  });

  it('repeats the only delay', () => {
    expect([0, 1, 2].map((nth) => inquiryDelayMs([3_000], nth))).toEqual([3_000, 6_000, 9_000]);
  });
});

describe('the next inquiry', () => {
  it.each([
    ['the one after this, if it is early', 0, 1_000, 1],
    ['the one after this, if its time is now', 0, 5_000, 1],
    ['the first whose time has not passed', 0, 10_000, 3],
    ['one of the repeated ones after a long outage', 0, 100_000, 25],
  ])('is %s', (_, nth, elapsedMs, expected) => {
    expect(nextInquiry(schedule, { nth, now: SENT_AT + elapsedMs })).toBe(expected);
  });

  it('ends its search if all inquiries have the same delay', () => {
    const flat = { ...schedule, delaysMs: [2_000, 2_000] };
    expect(nextInquiry(flat, { nth: 0, now: SENT_AT + 50_000 })).toBe(1);
  });

  it('is never in the past, and skips none that is still to come', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(300_000), (nth, elapsedMs) => {
        const next = nextInquiry(schedule, { nth, now: SENT_AT + elapsedMs });
        expect(next).toBeGreaterThan(nth);
        expect(inquiryDelayMs(DELAYS, next)).toBeGreaterThanOrEqual(elapsedMs);
        if (next > nth + 1) expect(inquiryDelayMs(DELAYS, next - 1)).toBeLessThan(elapsedMs);
      }),
    );
  });
});

describe('the next look', () => {
  const LAST_LOOK = SETTLE_BY - 3_000;
  it.each([
    ['at the time of the inquiry', 1, SENT_AT + 1_000, SENT_AT + 5_000],
    ['immediately, if that time has passed', 1, SENT_AT + 20_000, SENT_AT + 20_000],
    ['3 s before the end, if the inquiry came later', 14, SENT_AT + 20_000, LAST_LOOK],
    ['at the end, if the last look is now', 1, LAST_LOOK, SETTLE_BY],
    ['at the end, after the last look', 1, LAST_LOOK + 1, SETTLE_BY],
    ['3 s before the end, if the inquiry would come at just that time', 12, SENT_AT, SENT_AT + 49_000],
  ])('is %s', (_, nth, now, expected) => {
    expect(nextLookAt(schedule, { nth, now })).toBe(expected);
  });

  it('is the last look if the inquiry is due at exactly that time', () => {
    const exact = { ...schedule, delaysMs: [57_000] };
    expect(nextLookAt(exact, { nth: 0, now: SENT_AT })).toBe(LAST_LOOK);
  });
});

describe('late inquiries', () => {
  it('are made 13 times in 72 hours', () => {
    const all = lateOffsetsFrom(0);
    expect(all).toHaveLength(13);
    expect(all[0]).toBe(15_000);
    expect(all.slice(1, 4)).toEqual([60_000, 300_000, 900_000]);
    expect(all.slice(4).map((ms) => ms / HOUR)).toEqual([1, 3, 6, 12, 24, 36, 48, 60, 72]);
  });

  it.each([
    [14_000, 15_000, 13],
    [60_000, 60_000, 12],
    [60_001, 60_000, 12],
    [50 * HOUR, 48 * HOUR, 3],
    [72 * HOUR, 72 * HOUR, 1],
    [500 * HOUR, 72 * HOUR, 1],
  ])('after %i ms begin with the last one that was missed', (elapsedMs, first, count) => {
    const left = lateOffsetsFrom(elapsedMs);
    expect([left[0], left.length]).toEqual([first, count]);
  });
});
