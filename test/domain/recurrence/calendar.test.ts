import { describe, expect, it } from 'vitest';
import { type Calendar, isTimeZone, nextRuns } from '../../../domain/recurrence/calendar.ts';
import { judgeRun, runReference } from '../../../domain/recurrence/recurrence.ts';

const DAILY: Calendar = {
  timeZone: 'Africa/Lagos',
  minute: 8 * 60,
  weekdays: [],
  monthDays: [],
  endsAt: null,
};

describe('next runs', () => {
  it.each([
    ['every day, from the next', DAILY, '2026-12-01T06:59:59Z', ['2026-12-01T07:00', '2026-12-02T07:00']],
    ['not at the time itself', DAILY, '2026-12-01T07:00:00Z', ['2026-12-02T07:00', '2026-12-03T07:00']],
    [
      'Mondays',
      { ...DAILY, weekdays: [1] },
      '2026-12-01T00:00:00Z',
      ['2026-12-07T07:00', '2026-12-14T07:00'],
    ],
    [
      'Sundays',
      { ...DAILY, weekdays: [7] },
      '2026-12-01T00:00:00Z',
      ['2026-12-06T07:00', '2026-12-13T07:00'],
    ],
    [
      'the 31st, only in months that have it',
      { ...DAILY, monthDays: [31] },
      '2027-01-31T12:00:00Z',
      ['2027-03-31T07:00', '2027-05-31T07:00'],
    ],
    [
      'Friday the 13th',
      { ...DAILY, weekdays: [5], monthDays: [13] },
      '2026-12-01T00:00:00Z',
      ['2027-08-13T07:00', '2028-10-13T07:00'],
    ],
    [
      'the 29th of February',
      { ...DAILY, monthDays: [29], weekdays: [2], endsAt: new Date('2027-07-01') },
      '2027-01-01T00:00:00Z',
      ['2027-06-29T07:00'],
    ],
    // London: forward on 28 March 2027 at 01:00, back on 31 October 2027 at 02:00.
    [
      'the same local time when clocks change',
      { ...DAILY, timeZone: 'Europe/London' },
      '2027-03-27T09:00:00Z',
      ['2027-03-28T07:00', '2027-03-29T07:00'],
    ],
    [
      'no run at a time that is skipped',
      { ...DAILY, timeZone: 'Europe/London', minute: 90 },
      '2027-03-27T09:00:00Z',
      ['2027-03-29T00:30', '2027-03-30T00:30'],
    ],
    [
      'one run at a time that comes twice',
      { ...DAILY, timeZone: 'Europe/London', minute: 90 },
      '2027-10-30T09:00:00Z',
      ['2027-10-31T00:30', '2027-11-01T01:30'],
    ],
    [
      'an end',
      { ...DAILY, endsAt: new Date('2026-12-01T07:00:00Z') },
      '2026-12-01T00:00:00Z',
      ['2026-12-01T07:00'],
    ],
  ])('%s', (_name, calendar, after, expected) => {
    const found = nextRuns(calendar, new Date(after), 2).map((at) => at.toISOString().slice(0, 16));
    expect(found).toEqual(expected);
  });

  it('do not exist for a day that never comes', () => {
    expect(
      nextRuns(
        { ...DAILY, monthDays: [31], weekdays: [], endsAt: new Date('2026-12-30') },
        new Date('2026-12-01'),
        1,
      ),
    ).toEqual([]);
  });
});

it.each([
  ['Africa/Lagos', true],
  ['Lagos', false],
  ['', false],
])('time zone %j: %s', (name, known) => {
  expect(isTimeZone(name)).toBe(known);
});

describe('a run that is due', () => {
  const at = new Date('2026-12-01T07:00:00Z');
  const late = new Date('2026-12-01T08:00:00.001Z');
  it.each([
    ['begins', at, null, null],
    ['begins when the one before has ended', at, { outcome: 'started', status: 'completed' }, null],
    ['begins when the one before was canceled', at, { outcome: 'started', status: 'canceled' }, null],
    [
      'is skipped while the one before runs',
      at,
      { outcome: 'started', status: 'running' },
      'previous_running',
    ],
    [
      'is skipped while the one before is paused',
      at,
      { outcome: 'started', status: 'paused' },
      'previous_running',
    ],
    [
      'is skipped while the one before is being made',
      at,
      { outcome: 'starting', status: null },
      'previous_running',
    ],
    [
      'is skipped while the one before waits for its approval',
      at,
      { outcome: 'started', status: 'ready', awaitsApproval: true },
      'previous_running',
    ],
    [
      'begins when the one before was not approved in time',
      at,
      { outcome: 'started', status: 'ready', awaitsApproval: false },
      null,
    ],
    ['is skipped an hour after its time', late, null, 'missed'],
  ] as const)('%s', (_name, now, previous, expected) => {
    const last = previous === null ? null : { awaitsApproval: false, ...previous };
    expect(judgeRun(at, now, last)).toBe(expected);
  });
});

it('the reference of a run is of its time, and fits a batch', () => {
  expect(runReference('weekly', new Date('2026-12-01T07:05:00.000Z'))).toBe('weekly.20261201T0705Z');
});
