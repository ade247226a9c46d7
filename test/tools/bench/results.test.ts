import { expect, it } from 'vitest';
import { readHashes } from '../../../tools/bench/code-hash.ts';
import { measurementBlocks } from '../../../tools/bench/measurement-blocks.ts';
import {
  type BenchRow,
  benchRow,
  countedRow,
  latencyRow,
  type Measuring,
  ratioAtMostRow,
  whereMeasured,
} from '../../../tools/bench/report.ts';
import { replaceRows } from '../../../tools/bench/results.ts';
import { scalingBlocks } from '../../../tools/bench/scaling-blocks.ts';

const CODE = 'c0de';
const MEASURED = [
  { product: 300, yardstick: 100 },
  { product: 500, yardstick: 100 },
  { product: 400, yardstick: 100 },
];
const rowOf = (name: string, bench: string): BenchRow => ({
  ...benchRow(name, 'purchases/s', 5, MEASURED, 0),
  bench,
});

it('replaces only the rows of a benchmark that ran again, renamed ones included', () => {
  const before = [rowOf('accept', 'accept'), rowOf('reads: by id', 'reads'), rowOf('reads: old', 'reads')];
  const after = replaceRows(before, [rowOf('reads: by id', 'reads'), rowOf('reads: new', 'reads')]);
  expect(after.map(({ name }) => name)).toEqual(['accept', 'reads: by id', 'reads: new']);
});

it('shows median and spread of each row, and which goals are not reached or not measured', () => {
  const { goals } = measurementBlocks(
    [
      rowOf('accept', 'accept'),
      countedRow('events, confirmed by callback', 'events', 13, [{ product: 12 }, { product: 14 }], 0, {}),
    ],
    () => CODE,
  );
  expect(goals).toContain('| 400 (300 – 500) purchases/s | 100 (100 – 100) | 4 (3 – 5) × | ≥ 5 × | **no** |');
  expect(goals).toContain('| 14 (12 – 14) events | – | – | ≤ 13 events | **no** |');
  expect(goals).toContain('| not measured yet |');
});

const rounds = (...products: number[]) => products.map((product) => ({ product, yardstick: 100 }));

it.each([
  [
    'a ratio is decided by its lower quartile',
    benchRow('a', 's', 5, rounds(400, 490, 500, 510, 520, 900, 900), 0),
    4.9,
    false,
  ],
  [
    'a ratio is reached if three of four rounds reach it',
    benchRow('a', 's', 5, rounds(400, 500, 500, 510, 520, 900, 900), 0),
    5,
    true,
  ],
  [
    'a ratio is not reached by six rounds',
    benchRow('a', 's', 5, rounds(600, 600, 600, 600, 600, 600), 0),
    6,
    false,
  ],
  [
    'a ratio is not reached with an error',
    benchRow('a', 's', 5, rounds(600, 600, 600, 600, 600, 600, 600), 1),
    6,
    false,
  ],
  [
    'a limit relative to the yardstick is decided by its upper quartile',
    ratioAtMostRow('a', 'ms', 1.5, rounds(100, 100, 100, 100, 100, 151, 160), 0),
    1.51,
    false,
  ],
  [
    'a latency is decided by its upper quartile',
    latencyRow('a', 'ms', 10, rounds(1, 1, 1, 1, 1, 11, 12), 0),
    11,
    false,
  ],
] as const)('%s', (_case, row, decidedBy, reached) => {
  expect([row.decidedBy, row.reached]).toEqual([decidedBy, reached]);
});

const QUIET: Measuring = {
  at: '2026-11-22T06:35:46.117Z',
  cores: 2,
  processor: 'x',
  memoryGib: 24,
  fdatasyncMs: 0.1,
  loadBefore: 0.9,
  commit: 'abc1234',
  code: CODE,
};
const REACHED = benchRow('accept', 'purchases/s', 5, rounds(600, 600, 600, 600, 600, 600, 600), 0);

it('reaches no goal if the machine was busy before', () => {
  expect(whereMeasured(REACHED, 'accept', QUIET).reached).toBe(true);
  expect(whereMeasured(REACHED, 'accept', { ...QUIET, loadBefore: 1 }).reached).toBe(false);
});

it('shows which code a row measured, and by which rules it was judged', () => {
  const row = whereMeasured(REACHED, 'accept', QUIET);
  expect(measurementBlocks([row], () => CODE).machines).toContain('| measured at abc1234 |');
  expect(measurementBlocks([row], () => 'other').machines).toContain(
    '| measured at abc1234, code changed since |',
  );
  expect(measurementBlocks([row], () => CODE).goals).toContain('| ≥ 5 × | yes |');

  const { decidedBy: _, ...former } = row;
  const { code: _code, commit: _commit, ...measured } = QUIET;
  const { goals, machines } = measurementBlocks([{ ...former, measured }], () => CODE);
  expect(goals).toContain('| ≥ 5 × | yes, former rules |');
  expect(machines).toContain('| not recorded, changed since |');
});

it('scales the costs of a purchase to 1,000 per second, without those of the benchmark', () => {
  const costs = {
    per: 'purchase',
    units: 100,
    cpuMs: { worker: 3, Temporal: 4, gateway: 9, 'load generator': 9 },
    peakMib: {},
    walBytes: 5_000,
    statements: 12,
    statementsFrom: 'pg_stat_statements',
  } as const;
  const page = scalingBlocks([{ ...rowOf('drain', 'drain'), costs }]);
  expect(page.costs).toContain('| Processor time, all together | 7 ms | 7 cores |');
  expect(page.costs).toContain('| 5,000 bytes | 5 MB/s, 0.432 TB per day |');
});

it('makes only the rows of the console old when the console changes', () => {
  const hashOf = readHashes();
  expect(hashOf('drain')).toBe(hashOf('accept'));
  expect(hashOf('scroll')).toBe(hashOf('console'));
  expect(hashOf('console')).not.toBe(hashOf('accept'));
});
