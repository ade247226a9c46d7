import { expect, it } from 'vitest';
import { renderPerformance } from '../../bench/performance-page.ts';
import { type BenchRow, benchRow, comparisonRow, countedRow } from '../../bench/report.ts';
import { replaceRows } from '../../bench/results.ts';
import { renderScaling } from '../../bench/scaling-page.ts';

const MEASURED = [
  { product: 300, yardstick: 100 },
  { product: 500, yardstick: 100 },
  { product: 400, yardstick: 100 },
];
const rowOf = (name: string, bench: string): BenchRow => ({
  ...benchRow(name, 'purchases/s', 5, MEASURED, 0),
  bench,
});

it('replaces the rows of a benchmark that ran again, also where it names them anew, and no others', () => {
  const before = [rowOf('accept', 'accept'), rowOf('reads: by id', 'reads'), rowOf('reads: old', 'reads')];
  const after = replaceRows(before, [rowOf('reads: by id', 'reads'), rowOf('reads: new', 'reads')]);
  expect(after.map(({ name }) => name)).toEqual(['accept', 'reads: by id', 'reads: new']);
});

it('shows median and spread of each row, and says which goals are not reached or not measured', () => {
  const page = renderPerformance([
    rowOf('accept', 'accept'),
    countedRow('events, confirmed by callback', 'events', 13, [12, 14], 0, {}),
  ]);
  expect(page).toContain('| 400 (300 – 500) purchases/s | 100 (100 – 100) | 4 (3 – 5) × | ≥ 5 × | **no** |');
  expect(page).toContain('| 14 (12 – 14) events | – | – | ≤ 13 events | **no** |');
  expect(page).toContain('| not measured yet |');
});

it('draws no bar and no verdict for what has no goal', () => {
  const page = renderPerformance([
    comparisonRow('engines, graphile-worker', 'purchases/s', MEASURED, 0),
    rowOf('accept', 'accept'),
  ]);
  expect(page).toContain('| none is set | – |');
  expect(page).not.toMatch(/^engines/m);
});

it('carries what a purchase cost through to 1,000 a second, without the parts of the benchmark itself', () => {
  const costs = {
    per: 'purchase',
    units: 100,
    cpuMs: { worker: 3, Temporal: 4, gateway: 9, 'load generator': 9 },
    peakMib: {},
    walBytes: 5_000,
    statements: 12,
    statementsFrom: 'pg_stat_statements',
  } as const;
  const page = renderScaling([{ ...rowOf('drain', 'drain'), costs }]);
  expect(page).toContain('| Processor time, all together | 7 ms | 7 cores |');
  expect(page).toContain('| 5,000 bytes | 5 MB/s, 0.432 TB a day |');
});
