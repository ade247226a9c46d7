import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchResource } from '../../../../contract/batches/batch.ts';
import {
  type BatchFixture,
  createBatchFixture,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  uploaded,
} from '../../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(1_000 * PRICE);
});
afterAll(() => fixture.close());

const FIXTURES = new URL('../../../support/batches/fixtures/', import.meta.url);
const files = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.csv'),
);

/** What a file is answered with, without ids, times and wording. */
function answerOf({ status, counts, cost, notices, errors, warnings, rejection }: BatchResource) {
  return {
    status,
    rows: counts.rows,
    valid: counts.valid,
    invalid: counts.invalid,
    cost: cost.amount,
    notices: notices.map(({ code }) => code),
    errors: errors.map(({ line, column, code, damage }) => [line, column, code, ...(damage ? [damage] : [])]),
    warnings: warnings.map(({ line, column, code }) => [line, column, code]),
    rejection: rejection === null ? null : [rejection.code, rejection.line],
  };
}

it.each(files)('answers %s as expected', async (path) => {
  const csv = readFileSync(new URL(path, FIXTURES));
  const expected = new URL(path.replace(/csv$/, 'json'), FIXTURES);
  const batch = await uploaded(fixture, csv, { reference: `bad-${basename(path, '.csv')}`, start: 'manual' });
  expect(answerOf(batch)).toEqual(JSON.parse(readFileSync(expected, 'utf8')));
  for (const { message } of [...batch.errors, ...batch.warnings, ...batch.notices])
    expect(message).toMatch(/\.$/);
});

describe('a file that is too much of something', () => {
  const header = 'phone_number,bundle_id,metadata.note';
  const good = (index: number, note = '') => `${phoneNumber(index)},${MTN_BUNDLE},${note}`;

  it.each([
    ['a cell of a megabyte', [header, good(1), good(2, 'x'.repeat(900_000)), good(3)], ['row_too_long', 3]],
    ['a quote that is never closed', [header, good(1), `"${good(2)}`, ...many(20_000)], ['row_too_long', 3]],
    [
      'a header of a hundred thousand bytes',
      [`${header},${'x'.repeat(100_000)}`, good(1)],
      ['row_too_long', 1],
    ],
    ['too many columns', [[header, ...Array(100).fill('')].join(','), good(1)], ['too_many_columns', 1]],
  ])('%s is rejected with its name and line', async (what, lines, rejection) => {
    const batch = await uploaded(fixture, lines.join('\n'), {
      reference: `much-${what.length}`,
      start: 'manual',
    });
    expect(answerOf(batch)).toMatchObject({ status: 'rejected', rejection });
  });

  function many(count: number): string[] {
    return Array.from({ length: count }, (_, index) => good(index + 10));
  }
});
