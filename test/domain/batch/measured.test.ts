import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSpan, type Measured, measuredRate, spanBetween } from '../../../domain/batch/measured.ts';

const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1_000);

function measure(spans: readonly { at: number; seconds: number; completed: number }[]): Measured | null {
  return spans.reduce<Measured | null>((last, span) => addSpan(last, { ...span, at: at(span.at) }), null);
}

const steady = (perSecond: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({
    at: from + index + 1,
    seconds: 1,
    completed: perSecond,
  }));

describe('a rate that is measured', () => {
  it('is that of a steady stream, however many batches look at it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 6 }), (perSecond, batches) => {
        const spans = steady(perSecond, 0, 120).flatMap((span) =>
          Array.from({ length: batches }, (_, nth) => ({
            at: span.at + nth / batches,
            seconds: 1,
            completed: perSecond / batches,
          })),
        );
        const rate = measuredRate(measure(spans), at(121)) ?? 0;
        expect(rate / perSecond).toBeGreaterThan(0.97);
        expect(rate / perSecond).toBeLessThan(1.03);
      }),
    );
  });

  it('follows a change within two minutes', () => {
    const rate = measuredRate(measure([...steady(100, 0, 300), ...steady(10, 300, 420)]), at(420));
    expect(rate).toBeLessThan(25);
  });

  it('forgets within twenty seconds that a worker was slow when it had just started', () => {
    const rate = measuredRate(measure([...steady(1, 0, 20), ...steady(10, 20, 40)]), at(40)) ?? 0;
    expect(rate).toBeGreaterThan(8);
  });

  it('counts no gap', () => {
    const paused = [{ at: 700, seconds: 600, completed: 3 }];
    expect(measuredRate(measure([...steady(50, 0, 100), ...paused]), at(700))).toBeCloseTo(50);
    const resumed = [...steady(50, 0, 100), ...steady(50, 700, 707)];
    expect(measuredRate(measure(resumed), at(707))).toBeCloseTo(50);
  });

  it.each([
    ['too little time', steady(100, 0, 2), 2],
    ['too few completions', steady(0.1, 0, 20), 20],
    ['minutes that are long past', steady(50, 0, 100), 800],
  ])('is not known after %s', (_name, spans, now) => {
    expect(measuredRate(measure(spans), at(now))).toBeNull();
  });
});

describe('a span', () => {
  const last = { at: at(0), finals: 10, perSecond: null };
  const next = { at: at(2), finals: 30, perSecond: 10 };
  const end = { waiting: 1, open: 5, accepting: true };

  it('has what was completed in it', () => {
    expect(spanBetween(last, next, end)).toEqual({ at: at(2), seconds: 2, completed: 20 });
  });

  it.each([
    ['no row waited', { ...end, waiting: 0 }],
    ['the network took no purchases', { ...end, accepting: false }],
  ])('does not count if %s', (_name, other) => {
    expect(spanBetween(last, next, other)).toBeNull();
  });

  it('does not count before the first outcomes, which come late where a worker has just started', () => {
    expect(spanBetween({ ...last, finals: 0 }, next, end)).toBeNull();
  });

  it('does not count if nothing was open', () => {
    expect(spanBetween(last, { ...next, finals: 10 }, { ...end, open: 0 })).toBeNull();
    expect(spanBetween(null, next, end)).toBeNull();
  });
});
