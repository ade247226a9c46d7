import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROWS_AT_FIRST, rowLead, rowsBeside } from '../../../domain/network/row-lead.ts';

const [QUICK, SLOW] = [50, 400];

describe('how far rows of batches go ahead', () => {
  it('is as far as keeps the workers busy where no single purchase came for two seconds', () => {
    expect(rowLead(3, Number.POSITIVE_INFINITY)).toEqual({ most: 20, left: 14 });
    expect(rowLead(3, 2_000)).toEqual({ most: 20, left: 14 });
    expect(rowLead(3, 1_999)).toEqual({ most: 3, left: 1 });
  });

  it('shrinks while single purchases wait long, and grows back while they do not', () => {
    const rowsAfter = (waits: readonly number[], rows: number) => waits.reduce(rowsBeside, rows);
    const shrunk = rowsAfter(Array(40).fill(SLOW), 8);
    expect(rowLead(shrunk, 0).most).toBe(3);
    expect(rowLead(rowsAfter(Array(40).fill(QUICK), shrunk), 0).most).toBeGreaterThan(4);
    expect(rowLead(rowsAfter(Array(400).fill(QUICK), shrunk), 0).most).toBe(8);
  });

  it('never stops a batch, whatever single purchases wait, and never asks for more when none are left', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 10_000, noNaN: true })), (waits) => {
        const { most, left } = rowLead(waits.reduce(rowsBeside, ROWS_AT_FIRST), 0);
        expect(most).toBeGreaterThanOrEqual(3);
        expect(most).toBeLessThanOrEqual(8);
        expect(left).toBeLessThan(most);
      }),
    );
  });
});
