import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit, type Pace } from '../../domain/pace.ts';

const START = new Date('2026-03-01T00:00:00.000Z');
const later = (ms: number) => new Date(START.getTime() + ms);
const pace: Pace = { ratePerSecond: 10, burst: 20, inFlightMax: 100, tokens: 0, tokensAt: START };

describe('the pace of a network', () => {
  it.each([
    ['lets nothing through with an empty bucket', { tokens: 0 }, 0, 5, 0, 0],
    ['lets whole purchases through only', { tokens: 0.9 }, 0, 5, 0, 0],
    ['lets through what it has tokens for', { tokens: 3.5 }, 0, 5, 0, 3],
    ['lets through no more than is wanted', { tokens: 20 }, 0, 5, 0, 5],
    ['fills at its rate', { tokens: 0 }, 0, 50, 1_000, 10],
    ['fills by fractions of a second', { tokens: 0 }, 0, 50, 250, 2],
    ['fills up to its burst and no further', { tokens: 0 }, 0, 50, 3_600_000, 20],
    ['keeps within the budget in flight', { tokens: 20 }, 97, 50, 0, 3],
    ['stops when the budget is used up', { tokens: 20 }, 100, 50, 0, 0],
    ['stops when a smaller budget was set meanwhile', { tokens: 20 }, 130, 50, 0, 0],
    ['waits out a clock that stepped back', { tokens: 4 }, 0, 50, -3_600_000, 4],
    ['gives nothing to nobody', { tokens: 20 }, 0, 0, 0, 0],
  ])('%s', (_, change, inFlight, wanted, elapsedMs, expected) => {
    expect(admit({ ...pace, ...change }, inFlight, wanted, later(elapsedMs)).admitted).toBe(expected);
  });

  it('tells the tokens before any is taken', () => {
    expect(admit({ ...pace, tokens: 1 }, 0, 50, later(500))).toEqual({ admitted: 6, tokens: 6 });
  });

  it('lets through no more than rate and burst allow, however often it is asked', () => {
    const asking = fc.array(fc.record({ afterMs: fc.nat(2_000), wanted: fc.nat(50), finished: fc.nat(50) }), {
      maxLength: 50,
    });
    fc.assert(
      fc.property(asking, (asked) => {
        let state = { ...pace, tokens: pace.burst };
        let [now, inFlight, total] = [0, 0, 0];
        for (const { afterMs, wanted, finished } of asked) {
          now += afterMs;
          inFlight = Math.max(0, inFlight - finished);
          const { admitted, tokens } = admit(state, inFlight, wanted, later(now));
          state = { ...state, tokens: tokens - admitted, tokensAt: later(now) };
          inFlight += admitted;
          total += admitted;

          expect(inFlight).toBeLessThanOrEqual(pace.inFlightMax);
          expect(state.tokens).toBeGreaterThanOrEqual(0);
        }
        expect(total).toBeLessThanOrEqual(pace.burst + (now / 1_000) * pace.ratePerSecond + 1e-6);
      }),
    );
  });
});
