import { expect, it } from 'vitest';
import { renderReport } from '../../../services/invariants/print.ts';
import { found, type InvariantNumber, notChecked, toResult } from '../../../services/invariants/report.ts';

const NUMBERS: readonly InvariantNumber[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const allHold = NUMBERS.map((number) => toResult(number, found(number === 6 ? 1 : 1_234, [])));

it('gives every invariant a line with its count, and sums up', () => {
  expect(renderReport({ results: allHold })).toBe(`\
  ✓  1  No account has a negative balance.                                                  1,234 accounts
  ✓  2  Every account holds exactly the price of its pending purchases.                     1,234 accounts
  ✓  3  Every balance equals the sum of its statement lines and matches the last line.      1,234 accounts
  ✓  4  Statement lines are numbered without gaps, add up, and are in order of time.        1,234 lines
  ✓  5  Every purchase was charged and refunded exactly as its status requires.             1,234 purchases
  ✓  6  Closed statements add up, continue the day before, and match their seals.               1 statement
  ✓  7  Every final state has exactly one event of its type.                                1,234 purchases
  ✓  8  Every pending purchase is waiting to start or has a running workflow.               1,234 pending purchases
  ✓  9  Every charged order was delivered once, and every other delivery is on record.      1,234 orders
  ✓ 10  No account used a reference twice.                                                  1,234 purchases
  ✓ 11  The money of every campaign equals its statement lines and holds.                   1,234 campaigns
  ✓ 12  No row of a campaign and its retries was bought twice.                              1,234 retries
  ✓ 13  The audit log is complete, and no entry was changed.                                1,234 entries
  ✓ 14  No key spent more than its caps, and their counters match its purchases.            1,234 keys with a cap
  ✓ 15  Every record of a purchase, event or account belongs to one that exists.            1,234 records

  All 15 invariants hold.
`);
});

it('names what is broken under its line, and counts what it does not name', () => {
  const broken = Array.from({ length: 25 }, (_, n) => ({ row: `acc_${n}`, why: 'held is 1' }));
  const results = [
    toResult(2, found(30, broken)),
    toResult(8, notChecked('there is no Temporal server to ask')),
  ];
  const lines = renderReport({ results }).split('\n');
  expect(lines[0]).toMatch(/^ {2}✗ {2}2 {2}Every account .* 30 accounts, 25 broken$/);
  expect(lines[1]).toBe('        acc_0: held is 1');
  expect(lines[20]).toBe('        acc_19: held is 1');
  expect(lines[21]).toBe('        and 5 more');
  expect(lines[22]).toMatch(/^ {2}– {2}8 .* not checked$/);
  expect(lines[23]).toBe('        there is no Temporal server to ask');
  expect(lines[25]).toBe('  1 of 2 invariants broken. 1 could not be checked.');
});

it('never says that all hold when something was not checked', () => {
  const results = [...allHold.slice(0, 7), toResult(8, notChecked('why')), ...allHold.slice(8)];
  expect(renderReport({ results })).toContain('14 of 15 invariants hold. 1 could not be checked.');
});
