import { describe, expect, it } from 'vitest';
import { timeRange } from '../../console/src/ui/charts/time-range.ts';

describe('the times of a chart', () => {
  it('begin and end with its points', () => {
    expect(timeRange([100, 200, 300], 50)).toEqual([100, 300]);
  });

  it('have a single point in the middle', () => {
    expect(timeRange([86_400], 86_400)).toEqual([0, 172_800]);
  });

  it('are not known without points', () => {
    expect(timeRange([], 50)).toEqual([null, null]);
  });
});
