import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateBatch, type InFlight, type NetworkWork } from '../../../domain/batch/estimate.ts';
import type { Measured } from '../../../domain/batch/measured.ts';
import type { AccountId } from '../../../domain/ids.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const ME = 'acc_me' as AccountId;
const OTHER = 'acc_other' as AccountId;
const PLENTY = 1_000_000;

function measured(perSecond: number, ageMs = 0): Measured {
  return { at: new Date(NOW.getTime() - ageMs), completed: perSecond * 60, seconds: 60 };
}

function work(over: Partial<NetworkWork>): NetworkWork {
  return {
    name: 'MTN',
    accepting: true,
    waiting: 0,
    pending: 0,
    finals: 0,
    elapsedMs: 600_000,
    inFlight: null,
    resolveWithinMs: 900_000,
    ratePerSecond: PLENTY,
    inFlightMax: PLENTY,
    measured: measured(10),
    ownPerSecond: null,
    others: [],
    ...over,
  };
}

function ages(over: Partial<InFlight>): InFlight {
  return { oldestMs: 0, youngestMs: 0, oldestInTimeMs: 0, slow: 0, late: 0, lateEndsInMs: 0, ...over };
}

const other = (waiting: number, accountId = OTHER, pending = 0) => ({
  accountId,
  waiting,
  pending,
  perSecond: null,
});

const oneLate = { oldestMs: 400_000, oldestInTimeMs: 2_000, late: 1, lateEndsInMs: 500_000 };

describe('the end of a batch', () => {
  it.each<[string, NetworkWork[], number]>([
    ['is now if nothing is left', [work({ measured: null })], 0],
    ['is by the rate of the last minutes', [work({ waiting: 90, pending: 10 })], 10],
    [
      'is that of the slowest network',
      [work({ waiting: 100 }), work({ waiting: 50, measured: measured(1) })],
      50,
    ],
    ['is no faster than the pace', [work({ waiting: 100, ratePerSecond: 5 })], 20],
    [
      'is later if the budget was lowered',
      [work({ waiting: 1_000, pending: 1_350, inFlightMax: 1_000 })],
      470,
    ],
    ['needs no rate of a network without rows', [work({ waiting: 10 }), work({ measured: null })], 1],
    ['is later beside another account', [work({ waiting: 100, others: [other(1_000)] })], 20],
    ['is earlier when the other one ends', [work({ waiting: 100, others: [other(50)] })], 15],
    ['is later beside another batch of the account', [work({ waiting: 100, others: [other(100, ME)] })], 20],
    [
      'waits for the outcome of the last rows',
      [work({ waiting: 100, pending: 30, inFlight: ages({ oldestMs: 8_000, oldestInTimeMs: 8_000 }) })],
      18,
    ],
    [
      'is when a purchase that the network never answered is final',
      [work({ pending: 1, finals: 999, measured: null, inFlight: ages(oneLate) })],
      500,
    ],
    [
      'allows for more purchases that are never answered',
      [work({ waiting: 10_000, pending: 21, finals: 6_000, inFlight: ages({ ...oneLate, late: 1 }) })],
      1_561,
    ],
    [
      'uses the rate of the batch itself for its last rows',
      [work({ pending: 6, measured: null, ownPerSecond: 2 })],
      3,
    ],
  ])('%s', (_name, networks, seconds) => {
    const estimate = estimateBatch(ME, NOW, networks);
    expect(estimate).toMatchObject({ kind: 'ends' });
    expect((estimate as { inMs: number }).inMs / 1_000).toBeCloseTo(seconds, -1);
  });

  it.each<[string, NetworkWork[], string]>([
    ['nothing was measured', [work({ waiting: 1, measured: null })], 'measuring'],
    ['the measure is old', [work({ waiting: 1, measured: measured(10, 3_600_000) })], 'measuring'],
    ['the pending have no rate', [work({ pending: 1, measured: null })], 'measuring'],
    [
      'a network is away',
      [work({ waiting: 1, measured: null }), work({ waiting: 1, accepting: false })],
      'unavailable',
    ],
    ['it is more than a month away', [work({ waiting: 1_000_000, measured: measured(0.1) })], 'too_slow'],
  ])('cannot be said when %s', (_name, networks, kind) => {
    expect(estimateBatch(ME, NOW, networks).kind).toBe(kind);
  });
});

const anyOther = fc.record({
  accountId: fc.constantFrom(ME, OTHER, 'acc_third' as AccountId),
  waiting: fc.nat(10_000),
  pending: fc.nat(500),
  perSecond: fc.option(fc.double({ min: 0, max: 500, noNaN: true })),
});
const anyAges = fc
  .record({ oldest: fc.nat(900_000), span: fc.nat(900_000), late: fc.nat(20), slow: fc.nat(20) })
  .map(({ oldest, span, late, slow }) =>
    ages({
      oldestMs: oldest,
      youngestMs: Math.max(0, oldest - span),
      oldestInTimeMs: oldest <= 90_000 ? oldest : null,
      late: oldest > 90_000 ? late : 0,
      slow,
      lateEndsInMs: oldest > 90_000 && late > 0 ? 900_000 - oldest : 0,
    }),
  );
const anyWork = fc
  .record({
    waiting: fc.nat(100_000),
    pending: fc.nat(500),
    finals: fc.nat(100_000),
    elapsedMs: fc.nat(3_600_000),
    inFlight: fc.option(anyAges),
    ratePerSecond: fc.option(fc.double({ min: 0.1, max: 1_000, noNaN: true })),
    inFlightMax: fc.option(fc.integer({ min: 1, max: 5_000 })),
    rate: fc.double({ min: 0.1, max: 2_000, noNaN: true }),
    others: fc.array(anyOther, { maxLength: 8 }),
  })
  .map(({ rate, ...facts }) => work({ ...facts, measured: measured(rate) }));

function secondsOf(networks: readonly NetworkWork[]): number {
  const estimate = estimateBatch(ME, NOW, networks);
  return estimate.kind === 'ends' ? estimate.inMs / 1_000 : Number.POSITIVE_INFINITY;
}

/** An end is in whole milliseconds. */
const ROUNDED = 0.002;

const withMore = (work: NetworkWork, rows: number) => ({ ...work, waiting: work.waiting + rows });
const joinedBy = (work: NetworkWork, joining: NetworkWork['others'][number]): NetworkWork => ({
  ...work,
  others: [...work.others, joining],
});

describe('whatever limits a batch', () => {
  it('its end is that of its slowest network', () => {
    fc.assert(
      fc.property(fc.array(anyWork, { minLength: 1, maxLength: 5 }), (networks) => {
        expect(secondsOf(networks)).toBe(Math.max(...networks.map((each) => secondsOf([each]))));
      }),
    );
  });

  it('more rows and other batches never bring the end forward, if no purchase is late', () => {
    fc.assert(
      fc.property(anyWork, fc.nat(10_000), anyOther, (found, more, joining) => {
        const before = {
          ...found,
          inFlight: found.inFlight === null ? null : { ...found.inFlight, late: 0 },
        };
        expect(secondsOf([withMore(before, more)])).toBeGreaterThanOrEqual(secondsOf([before]) - ROUNDED);
        expect(secondsOf([joinedBy(before, joining)])).toBeGreaterThanOrEqual(secondsOf([before]) - ROUNDED);
      }),
    );
  });

  it('they bring it forward by the time-out of one purchase at most, if some are late', () => {
    fc.assert(
      fc.property(anyWork, fc.nat(10_000), anyOther, (before, more, joining) => {
        const earliest = secondsOf([before]) - before.resolveWithinMs / 1_000 - ROUNDED;
        expect(secondsOf([withMore(before, more)])).toBeGreaterThanOrEqual(earliest);
        expect(secondsOf([joinedBy(before, joining)])).toBeGreaterThanOrEqual(earliest);
      }),
    );
  });

  it('no row ends before the pace lets it', () => {
    fc.assert(
      fc.property(anyWork, (work) => {
        const { ratePerSecond, waiting } = work;
        expect(secondsOf([work]) * (ratePerSecond ?? PLENTY)).toBeGreaterThanOrEqual(waiting - 1e-6);
      }),
    );
  });

  // A real case: with the other batch, less than half a late purchase is expected among the rows that wait.
  it('expects no late purchase of one row when another batch slows it', () => {
    const inFlight = ages({
      oldestMs: 90_001,
      youngestMs: 90_001,
      oldestInTimeMs: null,
      late: 1,
      lateEndsInMs: 809_999,
    });
    const alone = work({
      waiting: 1,
      pending: 5,
      finals: 15,
      elapsedMs: 0,
      inFlight,
      inFlightMax: null,
      ratePerSecond: 0.4,
      measured: measured(0.4),
      others: [other(1, ME)],
    });
    expect(secondsOf([joinedBy(alone, other(1, ME))])).toBe(809.999);
    expect(secondsOf([alone])).toBeGreaterThan(900);
  });

  it('a network that is away leaves the end open while rows wait for it', () => {
    fc.assert(
      fc.property(fc.array(anyWork, { maxLength: 4 }), anyWork, (networks, away) => {
        const estimate = estimateBatch(ME, NOW, [...networks, { ...away, waiting: 1, accepting: false }]);
        expect(estimate.kind).toBe('unavailable');
      }),
    );
  });
});
