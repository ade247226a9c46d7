import { describe, expect, it } from 'vitest';
import {
  addMovements,
  addsUp,
  isUtcDay,
  netMovement,
  type Statement,
  toDayBounds,
  totalsWithoutMovements,
  toUtcDay,
} from '../../../domain/money/statement.ts';

describe('a UTC day', () => {
  it.each(['2026-01-01', '2024-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])('%s exists', (text) => {
    expect(isUtcDay(text)).toBe(true);
  });

  it.each([
    '2026-02-29',
    '2026-02-31',
    '0000-01-01',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '+002026-01-01',
    '',
  ])('%j does not', (text) => {
    expect(isUtcDay(text)).toBe(false);
  });

  it('lasts from midnight to midnight, and excludes its end', () => {
    const { start, end } = toDayBounds('2026-03-01');
    expect([start.toISOString(), end.toISOString()]).toEqual([
      '2026-03-01T00:00:00.000Z',
      '2026-03-02T00:00:00.000Z',
    ]);
    expect(toUtcDay(start)).toBe('2026-03-01');
    expect(toUtcDay(new Date(end.getTime() - 1))).toBe('2026-03-01');
    expect(toUtcDay(end)).toBe('2026-03-02');
  });

  it('is in UTC, whatever the time zone of the client', () => {
    expect(toUtcDay(new Date('2026-03-01T23:30:00.000-01:00'))).toBe('2026-03-02');
  });

  it('throws outside four-digit years', () => {
    expect(() => toUtcDay(new Date(Date.UTC(10_000, 0, 1)))).toThrow(RangeError);
  });
});

describe('the totals of a day', () => {
  const totals = addMovements(totalsWithoutMovements(3), [
    { type: 'funding', count: 1, amount: 10_000 },
    { type: 'purchase', count: 2, amount: -1_400 },
    { type: 'purchase', count: 1, amount: -600 },
    { type: 'reversal', count: 1, amount: 600 },
    { type: 'adjustment', count: 2, amount: -25 },
  ]);

  it('[statement.totals] [placement.3] are per outcome; charges are negative, and failed purchases count without an amount', () => {
    expect(totals).toEqual({
      purchases_successful: { count: 3, amount: -2_000 },
      purchases_failed: { count: 3, amount: 0 },
      reversals: { count: 1, amount: 600 },
      funding: { count: 1, amount: 10_000 },
      adjustments: { count: 2, amount: -25 },
    });
    expect(netMovement(totals)).toBe(8_575);
  });

  it('are copied, not changed, when movements are added', () => {
    const before = totalsWithoutMovements(0);
    addMovements(before, [{ type: 'funding', count: 1, amount: 1 }]);
    expect(before.funding).toEqual({ count: 0, amount: 0 });
  });

  it('throw rather than become inexact', () => {
    const huge = { type: 'funding', count: 1, amount: Number.MAX_SAFE_INTEGER } as const;
    expect(() => addMovements(totalsWithoutMovements(0), [huge, huge])).toThrow(RangeError);
  });

  it.each([
    [8_675, true],
    [8_674, false],
  ])('lead from an opening balance of 100 to %i: %s', (end, expected) => {
    const books = { day: '2026-03-01', currency: 'NGN', openingBalance: 100, totals } as const;
    const closed: Statement = { ...books, status: 'closed', closingBalance: end };
    const open: Statement = { ...books, status: 'open', closingBalance: null, runningBalance: end };
    expect([addsUp(closed), addsUp(open)]).toEqual([expected, expected]);
  });
});
