import { describe, expect, it } from 'vitest';
import { judgeHours, readSendBetween, showSendBetween } from '../../../domain/batch/quiet-hours.ts';
import { ZONES_OF_COUNTRY } from '../../../domain/network/country-zones.ts';

const DAYTIME = { from: 9 * 60, until: 20 * 60 };

describe('a window', () => {
  it.each(['09:00-20:00', '00:00-24:00', '10:15-10:45'])('%s is read, and shown as it was', (text) => {
    const window = readSendBetween(text);
    expect(window === null ? null : showSendBetween(window)).toBe(text);
  });

  it.each(['20:00-09:00', '10:00-10:29', '9:00-20:00', '09:00-24:01', '09:00–20:00', '25:00-26:00', ''])(
    '%j is refused',
    (text) => {
      expect(readSendBetween(text)).toBeNull();
    },
  );
});

describe('recipients', () => {
  it.each([
    // One zone, without daylight saving: Lagos is an hour ahead of UTC.
    ['NG', '2026-12-01T08:00:00Z', 'open'],
    ['NG', '2026-12-01T18:59:59.999Z', 'open'],
    ['NG', '2026-12-01T19:00:00Z', '2026-12-02T08:00:00.000Z'],
    ['NG', '2026-12-01T07:59:59.999Z', '2026-12-01T08:00:00.000Z'],
    // Clocks in London go back an hour on 25 October 2026 at 01:00 UTC, and forward on 28 March 2027.
    ['GB', '2026-10-24T19:30:00Z', '2026-10-25T09:00:00.000Z'],
    ['GB', '2027-03-27T20:00:00Z', '2027-03-28T08:00:00.000Z'],
    // Several zones: Kinshasa and Lubumbashi are an hour apart, so the window is an hour shorter.
    ['CD', '2026-12-01T07:30:00Z', '2026-12-01T08:00:00.000Z'],
    ['CD', '2026-12-01T17:59:00Z', 'open'],
    ['CD', '2026-12-01T18:00:00Z', '2026-12-02T08:00:00.000Z'],
    // A zone of 45 minutes.
    ['NP', '2026-12-01T03:14:59Z', '2026-12-01T03:15:00.000Z'],
    // No country: UTC.
    ['ZZ', '2026-12-01T09:00:00Z', 'open'],
  ])('of %s at %s: %s', (country, at, expected) => {
    const hours = judgeHours(DAYTIME, country, new Date(at));
    expect(hours.kind === 'open' ? 'open' : hours.until?.toISOString()).toBe(expected);
  });

  it('of a country whose zones have no common hour never get a time', () => {
    expect(judgeHours({ from: 540, until: 600 }, 'US', new Date('2026-12-01T12:00:00Z'))).toEqual({
      kind: 'quiet',
      until: null,
    });
  });

  it('of every country are within the window at the time that was given, and not a minute before', () => {
    const at = new Date('2026-12-01T01:17:31.123Z');
    for (const [country] of ZONES_OF_COUNTRY) {
      const hours = judgeHours({ from: 6 * 60, until: 23 * 60 }, country, at);
      if (hours.kind === 'open' || hours.until === null) continue;
      const before = new Date(hours.until.getTime() - 60_000);
      expect([country, judgeHours({ from: 360, until: 1380 }, country, hours.until).kind]).toEqual([
        country,
        'open',
      ]);
      expect([country, judgeHours({ from: 360, until: 1380 }, country, before).kind]).toEqual([
        country,
        'quiet',
      ]);
    }
    expect(ZONES_OF_COUNTRY.size).toBeGreaterThan(240);
  });
});
