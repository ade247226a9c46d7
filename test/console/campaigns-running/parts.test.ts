import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { languageName } from '../../../console/src/app/language-name.ts';
import { fromLocalInput, localDay, toLocalInput } from '../../../console/src/app/local-time.ts';
import { readListSearch, toQuery } from '../../../console/src/campaigns/list/search.ts';
import { readAmount } from '../../../console/src/campaigns/live/amount.ts';
import { lastPurchases } from '../../../console/src/campaigns/live/last-purchases.ts';
import { addSample, perMinute, type Sample } from '../../../console/src/campaigns/live/rate.ts';
import { readAgain } from '../../../console/src/campaigns/live/read-again.ts';
import { entriesByDay } from '../../../console/src/campaigns/schedules/entries.ts';
import { monthBeside, weeksOf } from '../../../console/src/campaigns/schedules/month.ts';
import { moneyFormat } from '../../../console/src/ui/amount.ts';

describe('the rate of a campaign', () => {
  const seen = (...finals: number[]) =>
    finals.reduce<readonly Sample[]>(
      (samples, each, nth) => addSample(samples, { at: nth * 20_000, finals: each }),
      [],
    );

  it('is unknown until ten seconds were seen', () => {
    expect(perMinute([])).toBeNull();
    expect(perMinute(seen(4))).toBeNull();
    expect(
      perMinute([
        { at: 0, finals: 0 },
        { at: 9_999, finals: 100 },
      ]),
    ).toBeNull();
  });

  it('is that of the last two minutes, and falls to zero when nothing happens', () => {
    expect(perMinute(seen(0, 10, 20))).toBe(30);
    // 100 rows in the first 20 s are forgotten two minutes later.
    expect(perMinute(seen(0, 100, 100, 100, 100, 100, 100, 100))).toBe(0);
    expect(seen(...Array.from({ length: 100 }, () => 0)).length).toBeLessThan(10);
  });
});

describe('a campaign that only waits for its last purchases', () => {
  const counts = {
    rows: 100,
    valid: 100,
    invalid: 0,
    duplicates: 0,
    waiting: 0,
    refused: 0,
    pending: 5,
    successful: 95,
    failed: 0,
    reversed: 0,
  };

  it('says how many, and not when it ends', () => {
    expect(lastPurchases({ status: 'running', counts })).toBe(5);
    expect(
      lastPurchases({ status: 'running', counts: { ...counts, waiting: 1, successful: 94 } }),
    ).toBeNull();
    expect(
      lastPurchases({ status: 'running', counts: { ...counts, pending: 0, successful: 100 } }),
    ).toBeNull();
    expect(lastPurchases({ status: 'paused', counts })).toBeNull();
  });
});

describe('what the counts of a campaign are made of', () => {
  const readAgainAt = (rows: number) => {
    const queries = new QueryClient();
    const keys = ['/a', '/a/breakdown', '/a/rows', '/b/rows'].map((path) => ['acc', path, {}]);
    for (const key of keys) queries.setQueryData(key, { pages: [{}] });
    queries.setQueryData(['acc', '/a/rows', { state: 'failed' }], { pages: [{}, {}] });
    readAgain(queries, 'acc', '/a', rows);
    const found = queries.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
    return found.map(({ queryKey: [, path] }) => path);
  };

  it('is read again with them, unless the campaign is large', () => {
    expect(readAgainAt(1_000)).toEqual(['/a/breakdown', '/a/rows']);
    expect(readAgainAt(1_001)).toEqual([]);
  });
});

describe('what people read', () => {
  it.each(['en', 'fr'])('has no minus before money that is zero in %s', (locale) => {
    const write = moneyFormat(locale, 'NGN');
    for (const zero of [write(-0), write(-0.1)]) expect(zero).not.toMatch(/[-−]/);
    expect(write(-100)).toMatch(/[-−]/);
  });

  it('names each language in itself', () => {
    expect(['en', 'fr'].map(languageName)).toEqual(['English', 'français']);
  });
});

describe('a typed amount', () => {
  it.each([
    ['450000', 45_000_000],
    ['450,000.00', 45_000_000],
    ['450 000,5', 45_000_050],
    ['1.250.000,75', 125_000_075],
    ['12.34', 1_234],
    ['0', null],
    ['', null],
    ['-5', null],
    ['1.2.3', null],
    ['12 naira', null],
  ])('%s', (text, amount) => {
    expect(readAmount(text, 'NGN')?.amount ?? null).toBe(amount);
  });

  it('has no fraction where the currency has none', () => {
    expect(readAmount('5000', 'XOF')?.amount).toBe(5_000);
    expect(readAmount('5000.50', 'XOF')).toBeNull();
  });
});

describe('the address of the list', () => {
  it('keeps filters that exist, and no others', () => {
    const search = { q: 'kano', state: 'scheduled', owner: 'me', shown: 'all', from: '2026-11-01', more: 1 };
    expect(readListSearch(search)).toEqual({
      q: 'kano',
      state: 'scheduled',
      shown: 'all',
      from: '2026-11-01',
    });
    expect(readListSearch({ q: 2026 })).toEqual({ q: '2026' });
  });

  it('asks for what is not archived by default, and for whole days where the browser is', () => {
    expect(toQuery({})).toMatchObject({ archived: false });
    expect(toQuery({ shown: 'all' })).toMatchObject({ archived: undefined });
    const { created_from: from, created_to: to } = toQuery({ from: '2026-11-30', to: '2026-11-30' });
    expect([from, to]).toEqual([new Date(2026, 10, 30).toISOString(), new Date(2026, 11, 1).toISOString()]);
    expect(toQuery({ state: 'scheduled' })).toMatchObject({ stage: 'scheduled' });
  });
});

describe('the calendar', () => {
  it('shows whole weeks from Monday', () => {
    const weeks = weeksOf('2026-12');
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
    expect(weeks[0]?.[0]).toEqual({ date: '2026-11-30', number: 30, isOfMonth: false });
    expect(weeks[4]?.[6]).toEqual({ date: '2027-01-03', number: 3, isOfMonth: false });
    // A February of four weeks that begins on a Monday.
    expect(weeksOf('2027-02')).toHaveLength(4);
    expect([monthBeside('2026-12', 1), monthBeside('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });

  it('reads and writes times where the browser is', () => {
    const at = new Date(2026, 11, 7, 8, 5).toISOString();
    expect(toLocalInput(at)).toBe('2026-12-07T08:05');
    expect(fromLocalInput('2026-12-07T08:05')).toBe(at);
    expect([fromLocalInput(''), fromLocalInput('soon')]).toEqual([null, null]);
  });

  it('has the runs of recurring campaigns on their days, in order of time', () => {
    const at = (hour: number) => new Date(2026, 11, 7, hour).toISOString();
    const recurring = {
      id: 'rec_1',
      reference: 'weekly',
      batch_id: 'bat_1',
      next_runs: [at(9)],
      last_runs: [
        { scheduled_at: at(7), outcome: 'started', batch_id: 'bat_2', skip: null },
        { scheduled_at: at(8), outcome: 'skipped', batch_id: null, skip: { code: 'missed', message: '' } },
      ],
    };
    // biome-ignore lint/suspicious/noExplicitAny: only what the calendar reads
    const days = entriesByDay([], [recurring as any]);
    expect(days.get(localDay(new Date(2026, 11, 7)))?.map(({ kind, batchId }) => [kind, batchId])).toEqual([
      ['started', 'bat_2'],
      ['skipped', 'bat_1'],
      ['next', 'bat_1'],
    ]);
  });
});
