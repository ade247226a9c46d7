import { describe, expect, it } from 'vitest';
import { readAmount, writeAmount } from '../../../console/src/finance/amount.ts';
import { addUp, daysThatDiffer } from '../../../console/src/finance/books.ts';
import { daysOfMonth, neighbour } from '../../../console/src/finance/day.ts';
import { periodOf, readFinanceSearch } from '../../../console/src/finance/period.ts';

describe('a period', () => {
  it.each([
    [
      { day: '2026-11-20', month: '2026-10' },
      { kind: 'day', day: '2026-11-20' },
    ],
    [{ month: '2024-02' }, { kind: 'month', month: '2024-02', from: '2024-02-01', to: '2024-02-29' }],
    [
      { from: '2026-11-20', to: '2026-11-02' },
      { kind: 'range', from: '2026-11-02', to: '2026-11-20' },
    ],
    [
      { from: '2020-01-01', to: '2026-11-20' },
      { kind: 'range', from: neighbour('2026-11-20', -399), to: '2026-11-20' },
    ],
    [
      { day: '2026-02-32', from: '2026-11-01' },
      { kind: 'day', day: '2026-11-23' },
    ],
  ])('of the address %j is %j', (search, period) => {
    expect(periodOf(readFinanceSearch(search), '2026-11-23')).toEqual(period);
  });

  it.each([
    ['2026-01', '2026-01-31'],
    ['2026-12', '2026-12-31'],
    ['2026-04', '2026-04-30'],
  ])('of the month %s ends on %s', (month, to) => {
    expect(daysOfMonth(month).to).toBe(to);
  });
});

describe('closed days', () => {
  const none = { count: 0, amount: 0 };
  const closed = (date: string, opening: number, funding: number, closing: number) => ({
    object: 'statement' as const,
    date,
    status: 'closed' as const,
    currency: 'NGN',
    opening_balance: opening,
    closing_balance: closing,
    totals: {
      purchases_successful: none,
      purchases_failed: none,
      reversals: none,
      funding: { count: 1, amount: funding },
      adjustments: none,
    },
  });
  const first = closed('2026-11-01', 0, 100, 100);

  it('add up to one equation', () => {
    expect(addUp([first, closed('2026-11-02', 100, 20, 120)])).toMatchObject({
      opening: 0,
      closing: 120,
      totals: { funding: { count: 2, amount: 120 } },
    });
    expect(addUp([])).toBeNull();
  });

  it.each([
    ['does not add up', closed('2026-11-02', 100, 20, 121)],
    ['does not begin where the day before ended', closed('2026-11-02', 101, 20, 121)],
    ['does not follow the day before', closed('2026-11-03', 100, 20, 120)],
  ])('differ where a day %s', (_why, second) => {
    expect(daysThatDiffer([first, second])).toEqual([second.date]);
  });
});

describe('an amount', () => {
  it.each([
    ['50000', 'NGN', 5_000_000],
    ['50,000.00', 'NGN', 5_000_000],
    ['50 000,00', 'NGN', 5_000_000],
    ['50.000,00', 'NGN', 5_000_000],
    ['50.000', 'NGN', 5_000_000],
    ['0.5', 'NGN', null],
    ['-5', 'NGN', null],
    ['fifty', 'NGN', null],
    ['', 'NGN', null],
    ['50,000', 'JPY', 50_000],
    ['12.345', 'KWD', 12_345],
  ])('typed as "%s" in %s is %s', (text, currency, minor) => {
    expect(readAmount(text, currency)).toBe(minor);
    if (minor !== null) expect(readAmount(writeAmount(minor, currency), currency)).toBe(minor);
  });
});
