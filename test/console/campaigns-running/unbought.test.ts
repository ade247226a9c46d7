import { describe, expect, it } from 'vitest';
import { unboughtOf } from '../../../console/src/campaigns/live/unbought.ts';

describe('rows that bought nothing', () => {
  const outcomes = [
    { state: 'successful', reason: null, rows: 20 },
    { state: 'invalid', reason: 'missing_value', rows: 1 },
    { state: 'failed', reason: 'number_barred', rows: 2 },
    { state: 'failed', reason: 'network_timeout', rows: 3 },
    { state: 'refused', reason: 'insufficient_balance', rows: 2 },
    { state: 'refused', reason: 'duplicate_purchase', rows: 4 },
    { state: 'refused', reason: 'bought_recently', rows: 1 },
    { state: 'refused', reason: 'dropped', rows: 1 },
    { state: 'waiting', reason: 'canceled', rows: 7 },
  ] as const;

  it('are counted by what the file of rows to correct does with them', () => {
    expect(unboughtOf(outcomes, false)).toEqual({ toCorrect: 5, timeouts: 3, settled: 6, recent: 1 });
  });

  it('are also those that waited when the campaign was cancelled', () => {
    expect(unboughtOf(outcomes, true)).toMatchObject({ toCorrect: 12 });
  });
});
