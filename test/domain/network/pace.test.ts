import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountShare,
  admit,
  type Pace,
  toCapacities,
  toRoutedCapacities,
} from '../../../domain/network/pace.ts';

const START = new Date('2026-03-01T00:00:00.000Z');
const later = (ms: number) => new Date(START.getTime() + ms);
const pace: Pace = { ratePerSecond: 10, burst: 20, inFlightMax: 100, tokens: 0, tokensAt: START };

describe('the pace of a network', () => {
  it.each([
    ['admits nothing with an empty bucket', { tokens: 0 }, 0, 5, 0, 0],
    ['admits only whole purchases', { tokens: 0.9 }, 0, 5, 0, 0],
    ['admits as many as it has tokens', { tokens: 3.5 }, 0, 5, 0, 3],
    ['admits no more than requested', { tokens: 20 }, 0, 5, 0, 5],
    ['fills at its rate', { tokens: 0 }, 0, 50, 1_000, 10],
    ['fills by fractions of a second', { tokens: 0 }, 0, 50, 250, 2],
    ['fills up to its burst and no further', { tokens: 0 }, 0, 50, 3_600_000, 20],
    ['keeps within the budget in flight', { tokens: 20 }, 97, 50, 0, 3],
    ['stops when the budget is used up', { tokens: 20 }, 100, 50, 0, 0],
    ['stops when the budget has become smaller', { tokens: 20 }, 130, 50, 0, 0],
    ['waits out a clock that stepped back', { tokens: 4 }, 0, 50, -3_600_000, 4],
    ['admits nothing when nothing is requested', { tokens: 20 }, 0, 0, 0, 0],
  ])('%s', (_, change, inFlight, wanted, elapsedMs, expected) => {
    expect(admit({ ...pace, ...change }, inFlight, wanted, later(elapsedMs)).admitted).toBe(expected);
  });

  it('returns the tokens before any is taken', () => {
    expect(admit({ ...pace, tokens: 1 }, 0, 50, later(500))).toEqual({ admitted: 6, tokens: 6 });
  });

  it('admits no more than rate and burst allow, however often it is called', () => {
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

describe("an account's share of a network's budget", () => {
  it.each([
    ['three quarters of it, for a single account', 100, 0, 75],
    ['three quarters of what another account leaves', 100, 75, 18],
    ['one purchase, if no more is left', 2, 1, 1],
    ['one purchase of a budget of one', 1, 0, 1],
    ['one purchase, when the budget has become smaller', 10, 40, 1],
  ])('is %s', (_, inFlightMax, ofOthers, expected) => {
    expect(accountShare(inFlightMax, ofOthers)).toBe(expected);
  });

  const budgets = fc.integer({ min: 1, max: 500 });
  const steps = fc.array(
    fc.record({ account: fc.nat(5), wanted: fc.nat(100), finishing: fc.nat(5), finished: fc.nat(100) }),
    { maxLength: 60 },
  );

  /** Accounts start what they are allowed, and some of what is in flight ends; `check` sees every state before a start. */
  function play(
    inFlightMax: number,
    taken: readonly { account: number; wanted: number; finishing: number; finished: number }[],
    check: (inFlight: ReadonlyMap<string, number>) => void,
  ): void {
    const inFlight = new Map<string, number>();
    for (const { account, wanted, finishing, finished } of taken) {
      check(inFlight);
      const { capacities, defaultCapacity } = toCapacities(inFlightMax, inFlight);
      const own = inFlight.get(`${account}`) ?? 0;
      const started = Math.min(wanted, capacities.get(`${account}`) ?? defaultCapacity);
      if (own + started > 0) inFlight.set(`${account}`, own + started);
      const ended = inFlight.get(`${finishing}`);
      if (ended !== undefined) inFlight.set(`${finishing}`, Math.max(0, ended - finished));
    }
    check(inFlight);
  }

  const totalOf = (inFlight: ReadonlyMap<string, number>) =>
    [...inFlight.values()].reduce((sum, each) => sum + each, 0);

  it('never lets all accounts together have more in flight than the budget', () => {
    fc.assert(
      fc.property(budgets, steps, (inFlightMax, taken) =>
        play(inFlightMax, taken, (inFlight) => expect(totalOf(inFlight)).toBeLessThanOrEqual(inFlightMax)),
      ),
    );
  });

  it('always leaves room for one more account, until one place is left', () => {
    fc.assert(
      fc.property(budgets, steps, (inFlightMax, taken) =>
        play(inFlightMax, taken, (inFlight) => {
          const free = inFlightMax - totalOf(inFlight);
          const { capacities, defaultCapacity } = toCapacities(inFlightMax, inFlight);
          expect(defaultCapacity > 0).toBe(free > 0);
          if (free > 1) for (const capacity of capacities.values()) expect(capacity).toBeLessThan(free);
        }),
      ),
    );
  });

  it('leaves at most a quarter of the budget unused, however few accounts buy', () => {
    fc.assert(
      fc.property(budgets, fc.integer({ min: 1, max: 6 }), (inFlightMax, accounts) => {
        const greedy = Array.from({ length: 300 }, (_, nth) => ({
          ...{ account: nth % accounts, wanted: 1_000 },
          ...{ finishing: nth % accounts, finished: 0 },
        }));
        let last = 0;
        play(inFlightMax, greedy, (inFlight) => {
          last = totalOf(inFlight);
        });
        expect(last).toBeGreaterThanOrEqual(Math.floor((inFlightMax * 3) / 4));
      }),
    );
  });

  it('brings two accounts that keep buying to equal shares, whichever started first', () => {
    const [first, second] = ['first', 'second'];
    const inFlight = new Map([
      [first, 75],
      [second, 0],
    ]);
    for (let round = 0; round < 500; round++) {
      for (const account of [first, second]) {
        const own = inFlight.get(account) ?? 0;
        inFlight.set(account, Math.max(0, own - 1));
        const room = toCapacities(100, inFlight).capacities.get(account) ?? 0;
        inFlight.set(account, Math.max(0, own - 1) + room);
      }
    }
    expect(Math.abs((inFlight.get(first) ?? 0) - (inFlight.get(second) ?? 0))).toBeLessThanOrEqual(3);
  });
});

describe('the budgets of several routes', () => {
  const load = (inFlightMax: number, inFlight: Readonly<Record<string, number>>) => ({
    inFlightMax,
    inFlight: new Map(Object.entries(inFlight)),
  });

  it('add up, and each account has its share of each', () => {
    const { capacities, defaultCapacity, ...total } = toRoutedCapacities(
      [load(100, { a: 50 }), load(10, {})],
      new Map(),
    );
    expect(total).toEqual({ inFlightMax: 110, inFlight: 50 });
    expect([capacities.get('a'), defaultCapacity]).toEqual([25 + 7, 37 + 7]);
  });

  it('leave an account its share of the second, however full the first is', () => {
    const { capacities } = toRoutedCapacities([load(100, { a: 100 }), load(10, { a: 2 })], new Map());
    expect(capacities.get('a')).toBe(7 - 2);
  });

  it('are used by purchases that are at no route yet', () => {
    const loads = [load(10, { a: 10 }), load(10, {})];
    const { capacities, inFlight } = toRoutedCapacities(loads, new Map([['a', 6]]));
    expect([capacities.get('a'), inFlight]).toEqual([1, 16]);
  });

  it('take nothing from the others if one has become smaller', () => {
    const { inFlightMax, inFlight } = toRoutedCapacities([load(10, { a: 40 }), load(10, {})], new Map());
    expect(inFlightMax - inFlight).toBe(10);
  });
});
