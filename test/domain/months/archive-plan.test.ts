import { describe, expect, it } from 'vitest';
import { type Month, monthsToArchive, timeOfUuid } from '../../../domain/months/archive-plan.ts';

const firstId = (iso: string) => {
  const hex = Date.parse(iso).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};
const month = (name: string, from: string, below: string): Month => ({
  name,
  from: firstId(from),
  below: firstId(below),
});
const JUNE = month('2026_06', '2026-06-01T00:00Z', '2026-07-01T00:00Z');
const JULY = month('2026_07', '2026-07-01T00:00Z', '2026-08-01T00:00Z');
const AUGUST = month('2026_08', '2026-08-01T00:00Z', '2026-09-01T00:00Z');

describe('the months to archive', () => {
  it.each([
    ['the last moment of October', '2026-10-31T23:59:59.999Z', ['2026_06']],
    ['the first moment of November', '2026-11-01T00:00:00.000Z', ['2026_06', '2026_07']],
    ['January, over the end of a year', '2027-01-15T12:00:00.000Z', ['2026_06', '2026_07', '2026_08']],
  ])('leave three whole months: %s', (_, now, expected) => {
    const months = monthsToArchive([AUGUST, JUNE, JULY], 3, new Date(now));
    expect(months.map(({ name }) => name)).toEqual(expected);
  });

  it('are none when months are kept forever', () => {
    expect(monthsToArchive([JUNE], 0, new Date('2099-01-01T00:00Z'))).toEqual([]);
  });
});

it('reads the time of a UUIDv7', () => {
  expect(timeOfUuid('019a0000-0000-7abc-8def-0123456789ab')).toBe(0x019a00000000);
});
